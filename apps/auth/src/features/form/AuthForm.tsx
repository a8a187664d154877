/** The frame of the sign-in and sign-up forms: one submission at a time, one error message, the focus on the wrong field. */
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Button, Divider, Stack, Text, toast } from '@slipway/design-system';
import { type AuthAction, clearAttempts, logSecurityEvent, mayAttempt, nextAttempt } from '@slipway/session';
import { formats } from '@slipway/platform';
import { t } from '../../messages';
import type { FieldError } from '../../data/credentials';
import { type Fields, fieldsOf } from './fields';
import { GitHubButton } from '../github/GitHubButton';
import { useBusy } from './useBusy';
import { type MarkOf, useFormError } from './useFormError';

/** Why the service rejected a form. */
export interface Rejection {
  message: string;
  /** The field to correct. */
  field?: FieldError['field'];
  /** When to try again, shown below the button. */
  advice?: string;
}

interface AuthFormProps {
  action: AuthAction;
  submitLabel: string;
  /** The first error, if any; then nothing is sent. */
  validate: (fields: Fields) => FieldError | undefined;
  /** Sends the form. Returns undefined on success. */
  send: (fields: Fields) => Promise<Rejection | undefined>;
  /** The inputs, named after the keys of `Fields`. `markOf` marks the one with an error. */
  children: (markOf: MarkOf) => ReactNode;
}

export function AuthForm({ action, submitLabel, validate, send, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /**
   * Set on submit, earlier than `isSubmitting`: reading the attempts takes time, and a second submit must not start
   * then.
   */
  const isSending = useRef(false);
  const { isBusy: isSubmitting, focusLater, run } = useBusy();
  const { markOf, show, reject, clear } = useFormError(form);
  const [advice, setAdvice] = useState<string>();

  /** Returns the message of an error that does not belong to one field. */
  const submit = async (fields: Fields): Promise<string | undefined> => {
    if (!(await mayAttempt(action, fields.email))) {
      const retryAt = await nextAttempt(action, fields.email);
      setAdvice(retryAt && t('retryAt', { time: formats.timeOfDay(retryAt) }));
      return t('tooManyAttempts');
    }
    setAdvice(undefined);
    const error = validate(fields);
    if (error) {
      show(error);
      return undefined;
    }
    let message: string | undefined;
    await run(async () => {
      const rejection = await send(fields);
      if (!rejection) {
        await clearAttempts(action, fields.email);
        return;
      }
      setAdvice(rejection.advice);
      if (rejection.field === undefined) message = rejection.message;
      else focusLater(reject(rejection.field, rejection.message));
    }, clear);
    return message;
  };

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      const message = await submit(fieldsOf(event.currentTarget));
      if (message) toast.error(message);
    } catch {
      logSecurityEvent('authentication_failed', { action });
      toast.error(t('failed'));
    } finally {
      isSending.current = false;
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
      {/* A disabled fieldset disables every control in it, including those a caller adds. */}
      <fieldset disabled={isSubmitting}>
        <Stack gap="lg">
          {children(markOf)}
          <Stack gap="sm">
            <Button type="submit" variant="primary" size="lg">
              {isSubmitting ? t('submitting') : submitLabel}
            </Button>
            {advice !== undefined && (
              <Text role="status" size="sm" tone="muted">
                {advice}
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
