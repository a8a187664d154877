/** A new secret of a webhook, which is shown once. It receives the focus: what was pressed for it may be gone. */
import { useEffect, useRef } from 'react';
import { Button, Notice, Stack, Text } from '@slipway/design-system';
import { t as shared } from '../../messages';
import { copyText } from '../clipboard/copyText';
import { t } from './messages';

interface WebhookSecretProps {
  secret: string;
  onDone: () => void;
}

export function WebhookSecret({ secret, onDone }: WebhookSecretProps) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    copy.current?.focus();
  }, [secret]);
  return (
    <Notice
      action={
        <Stack direction="row" gap="xs">
          <Button ref={copy} size="sm" onClick={() => void copyText(secret)}>
            {t('copySecret')}
          </Button>
          <Button size="sm" variant="quiet" onClick={onDone}>
            {shared('done')}
          </Button>
        </Stack>
      }
    >
      <Stack gap="xxs" role="status">
        {t('secretOnce')}
        {/* Wraps anywhere: it has no spaces, and is wider than a phone. */}
        <Text as="code" size="sm" translate="no" preserveLines>
          {secret}
        </Text>
      </Stack>
    </Notice>
  );
}
