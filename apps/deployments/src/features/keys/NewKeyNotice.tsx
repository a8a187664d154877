/** Offers the key of a new deployment for copying, once. */
import { Button, Notice, Stack } from '@slipway/design-system';
import { t } from '../../messages';
import { copyText } from '../clipboard/copyText';

interface NewKeyNoticeProps {
  /** The name of the deployment. */
  name: string;
  apiKey: string;
  onDone: () => void;
}

export function NewKeyNotice({ name, apiKey, onDone }: NewKeyNoticeProps) {
  return (
    <Notice
      action={
        <Stack direction="row" gap="sm">
          <Button size="sm" onClick={() => void copyText(apiKey)}>
            {t('copyKey')}
          </Button>
          <Button size="sm" variant="quiet" onClick={onDone}>
            {t('done')}
          </Button>
        </Stack>
      }
    >
      {t('newKey', { name })}
    </Notice>
  );
}
