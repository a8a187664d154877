/** The frame of the sign-in and sign-up forms: one submission at a time, one error message, the focus on the wrong field. */
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Button, Divider, nextFrame, Notice, Stack, Text, toast } from '@slipway/design-system';
import { type AuthAction, clearAttempts, logSecurityEvent, mayAttempt, nextAttempt } from '@slipway/session';
import { formats, useIsOnline } from '@slipway/platform';
import { t } from '../../messages';
import type { FieldError } from '../../data/credentials';
import { type Fields, fieldsOf } from './fields';
import { GitHubButton } from '../github/GitHubButton';
import { useRestoreFocus } from './useRestoreFocus';
import { type MarkOf, useFormError } from './useFormError';

interface AuthFormProps {
  action: AuthAction;
  submitLabel: string;
  /** The first error, if any; then nothing is sent. */
  validate: (fields: Fields) => FieldError | undefined;
  /** Sends the form. Returns an error message, or undefined on success. */
  send: (fields: Fields) => Promise<string | undefined>;
  /** The inputs, named after the keys of `Fields`. `markOf` marks the one with an error. */
  children: (markOf: MarkOf) => ReactNode;
}

export function AuthForm({ action, submitLabel, validate, send, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const isOnline = useIsOnline();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const { markOf, show, clear } = useFormError(form);
  const [retryAt, setRetryAt] = useState<Date>();
  const keepFocus = useRestoreFocus(isSubmitting);

  const submit = async (fields: Fields): Promise<string | undefined> => {
    if (!(await mayAttempt(action, fields.email))) {
      setRetryAt(await nextAttempt(action, fields.email));
      return t('tooManyAttempts');
    }
    setRetryAt(undefined);
    const error = validate(fields);
    if (error) {
      show(error);
      return undefined;
    }
    clear();
    keepFocus();
    setIsSubmitting(true);
    await nextFrame();
    const failure = await send(fields);
    if (!failure) await clearAttempts(action, fields.email);
    return failure;
  };

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const message = await submit(fieldsOf(event.currentTarget));
      if (message) toast.error(message);
    } catch {
      logSecurityEvent('authentication_failed', { action });
      toast.error(t('failed'));
    } finally {
      isBusy.current = false;
      setIsSubmitting(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
      {/* A disabled fieldset disables every control in it, including those a caller adds. */}
      <fieldset disabled={isSubmitting}>
        <Stack gap="lg">
          {!isOnline && <Notice tone="warning">{t('offline')}</Notice>}
          {children(markOf)}
          <Stack gap="sm">
            <Button type="submit" variant="primary" size="lg">
              {isSubmitting ? t('submitting') : submitLabel}
            </Button>
            {retryAt && (
              <Text role="status" size="sm" tone="muted">
                {t('retryAt', { time: formats.timeOfDay(retryAt) })}
              </Text>
            )}
          </Stack>
          <Divider>{t('or')}</Divider>
          <GitHubButton />
        </Stack>
      </fieldset>
    </form>
  );
}
