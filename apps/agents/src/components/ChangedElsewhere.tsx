/** Above the button that saves: another tab or device has saved the agent since the form was opened. */
import { Button, Notice } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { t } from '../features/agent-form/messages';

interface ChangedElsewhereProps {
  /** The labels of the fields that saving replaces. */
  replaces: string[];
  onLoad: () => void;
}

export function ChangedElsewhere({ replaces, onLoad }: ChangedElsewhereProps) {
  return (
    <Notice
      tone="warning"
      action={
        <Button size="sm" onClick={onLoad}>
          {t('loadCurrent')}
        </Button>
      }
    >
      {t('changedElsewhere')} {t('changesKept')}
      {replaces.length > 0 && ` ${t('replaces', { fields: formats.list(replaces) })}`}
    </Notice>
  );
}
