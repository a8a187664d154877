/** A new secret of a webhook, which is shown once. It receives the focus: what was pressed for it may be gone. */
import { useEffect, useRef } from 'react';
import { Button, CodeBlock, Notice, Stack, Text, toast } from '@slipway/design-system';
import { receiverCode } from '../../data/snippets';
import { t as shared } from '../../messages';
import { copyText } from '../clipboard/copyText';
import { t } from './messages';

interface WebhookSecretProps {
  /** The address of its webhook. */
  url: string;
  /** Undefined while it is being created: its space is reserved. */
  secret: string | undefined;
  onDone: () => void;
}

/** As long as a secret. */
const MASK = `whsec_${'•'.repeat(44)}`;

export function WebhookSecret({ url, secret, onDone }: WebhookSecretProps) {
  const isWaiting = secret === undefined;
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    copy.current?.focus();
  }, [secret]);
  return (
    <Stack gap="md">
      <Notice
        action={
          <Stack direction="row" gap="xs">
            <Button ref={copy} size="sm" busy={isWaiting} onClick={() => void copyText(secret ?? '')}>
              {t('copySecret')}
            </Button>
            <Button size="sm" variant="quiet" disabled={isWaiting} onClick={onDone}>
              {shared('done')}
            </Button>
          </Stack>
        }
      >
        <Stack gap="xxs" role="status" aria-busy={isWaiting}>
          {/* Both wrap anywhere: address and secret have no spaces, and are wider than a phone. */}
          <Text as="span" size="sm" preserveLines>
            {t('secretOnce', { url })}
          </Text>
          <Text as="code" size="sm" translate="no" preserveLines>
            {secret ?? MASK}
          </Text>
        </Stack>
      </Notice>
      <Stack gap="xs">
        <Text size="sm">{t('verifyHint')}</Text>
        <CodeBlock
          label={shared('exampleIn', { language: shared('javascript') })}
          code={receiverCode}
          onCopied={() => toast.success(shared('copied'), { id: 'copied' })}
          onCopyFailed={() => toast.error(shared('copyFailed'), { id: 'copied' })}
        />
      </Stack>
    </Stack>
  );
}
