/** The QR code and the key for an authenticator app, and the field for its first code. */
import { Stack, Text } from '@slipway/design-system';
import type { NewFactor } from '@slipway/session';
import { t } from '../../messages';
import { CodeDialog } from './CodeDialog';

interface EnrollDialogProps {
  factor: NewFactor;
  onClose: () => void;
  onVerified: () => void;
}

export function EnrollDialog({ factor, onClose, onVerified }: EnrollDialogProps) {
  return (
    <CodeDialog
      title={t('enrollTitle')}
      description={t('enrollText')}
      factor={factor.id}
      closeLabel={t('cancel')}
      onClose={onClose}
      onVerified={onVerified}
    >
      <Stack gap="sm" align="center">
        <img src={factor.picture} alt={t('enrollQrCode')} width={184} height={184} />
        <Text size="sm" tone="muted">
          {t('enrollSecret')}
        </Text>
        <Text as="code" size="sm">
          {factor.secret}
        </Text>
      </Stack>
    </CodeDialog>
  );
}
