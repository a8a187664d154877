/** The recovery codes of two-step verification, shown once after they were made. */
import { Button, CodeBlock, Notice, Stack, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { announce } from '@slipway/platform';
import { saveFile } from '../../data/saveFile';
import { t } from './dialogs/messages';
import { t as row } from './messages';

interface RecoveryCodesProps {
  codes: readonly string[];
  text: string;
  onClose: () => void;
}

export function RecoveryCodes({ codes, text: description, onClose }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const handleDownload = () => {
    const file = new Blob([`${t('codesFileTitle')}\n\n${text}\n`], { type: 'text/plain' });
    saveFile(file, 'slipway-recovery-codes.txt');
  };
  return (
    <Dialog
      open
      size="sm"
      // They are not shown again.
      isPersistent
      title={t('codesTitle')}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={handleDownload}>{t('downloadCodes')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('codesSaved')}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <CodeBlock
          label={row('codes')}
          code={text}
          copyLabel={t('copyCodes')}
          onCopied={() => {
            announce(t('codesCopied'));
          }}
          onCopyFailed={() => toast.error(t('codesNotCopied'), { id: 'copied' })}
        />
        <Notice tone="warning">{t('codesOnce')}</Notice>
      </Stack>
    </Dialog>
  );
}
