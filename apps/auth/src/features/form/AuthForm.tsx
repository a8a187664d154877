/** The frame of both forms: one press at a time, one message for what is wrong, the focus where it is to be mended. */
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Button, Divider, Notice, Stack, Text, toast } from '@slipway/design-system';
import { type AuthAction, clearAttempts, logSecurityEvent, mayAttempt, nextAttempt } from '@slipway/session';
import { t } from '../../messages';
import type { Problem } from '../../data/credentials';
import { type Fields, fieldsOf } from './fields';
import { GitHubButton } from '../github/GitHubButton';
import { useFocusKept } from './useRestoreFocus';
import { useIsOnline } from './useIsOnline';
import { type MarkOf, useRefusal } from './useFormError';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

interface AuthFormProps {
  action: AuthAction;
  submitLabel: string;
  /** The first broken rule, if any; then nothing is sent. */
  problemOf: (fields: Fields) => Problem | undefined;
  /** Sends it. Returns the words of what went wrong, or undefined. */
  send: (fields: Fields) => Promise<string | undefined>;
  /** The inputs, named as `Fields` has them; the one the last message is about has a mark. */
  children: (markOf: MarkOf) => ReactNode;
}

export function AuthForm({ action, submitLabel, problemOf, send, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const isOnline = useIsOnline();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const { markOf, refuse, accept } = useRefusal(form);
  const [retryAt, setRetryAt] = useState<Date>();
  const keepFocus = useFocusKept(isSubmitting);

  const submit = async (fields: Fields): Promise<string | undefined> => {
    if (!(await mayAttempt(action, fields.email))) {
      setRetryAt(await nextAttempt(action, fields.email));
      return t('tooManyAttempts');
    }
    setRetryAt(undefined);
    const problem = problemOf(fields);
    if (problem) {
      refuse(problem);
      return undefined;
    }
    accept();
    keepFocus();
    setIsSubmitting(true);
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
      {/* A disabled fieldset disables all that is in it, whatever the slots of the form are. */}
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
                {t('retryAt', { time: clock.format(retryAt) })}
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
