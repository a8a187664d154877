/** Sends a new link in place of one that has expired or was used. The link does not contain its purpose. */
import { Suspense, useRef, useState } from 'react';
import { Button, Card, Notice, Stack, Text } from '@slipway/design-system';
import { confirmSignUp, requestRecovery, resendConfirmation } from '@slipway/session';
import { lazyPart, PartLoading } from '@slipway/platform';
import { emailError, normalizeEmail } from '../../data/credentials';
import { emailFailure, t as shared } from '../../messages';
import { t } from '../sign-in/messages';
import { EmailField } from '../form/AuthFields';
import { useRequest } from '../form/useRequest';

const ConfirmWithCode = lazyPart(async () => ({
  default: (await import('./ConfirmWithCode')).ConfirmWithCode,
}));

export function NewLink() {
  const { isBusy, error, setError, run } = useRequest(emailFailure);
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState<{ email: string; hasCode: boolean }>();

  const send = async (request: (email: string) => Promise<void>) => {
    const invalid = emailError(typed);
    if (invalid) {
      setError(shared(invalid.code));
      field.current?.querySelector('input')?.focus();
      return;
    }
    const email = normalizeEmail(typed);
    if (await run(() => request(email))) setSent({ email, hasCode: request === resendConfirmation });
  };
  return (
    <Card>
      <Stack gap="md">
        <Notice tone="warning">{t('linkFailed')}</Notice>
        <div ref={field}>
          <EmailField label={t('newLinkEmail')} error={error} onChange={setTyped} />
        </div>
        <Stack gap="sm">
          <Button disabled={isBusy} onClick={() => void send(resendConfirmation)}>
            {t('newConfirmation')}
          </Button>
          <Button disabled={isBusy} onClick={() => void send(requestRecovery)}>
            {t('newRecovery')}
          </Button>
        </Stack>
        <Text role="status" size="sm">
          {sent && t('newLinkSent', { email: sent.email })}
        </Text>
        {sent?.hasCode && (
          <Suspense fallback={<PartLoading />}>
            <ConfirmWithCode confirm={(code) => confirmSignUp(sent.email, code)} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}
