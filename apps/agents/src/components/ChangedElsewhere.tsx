/** Above the button that saves: another tab or device has saved the agent since the form was opened. */
import { Button, Notice } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { Draft } from '../data/draft';
import { t as shared } from '../messages';
import { t } from '../features/agent-form/messages';
import { t as tools } from '../features/tools/messages';

/** A function: the language may be known only after this module was loaded. */
const labels = (): Record<keyof Draft, string> => ({
  name: shared('name'),
  description: shared('descriptionLabel'),
  prompt: t('prompt'),
  temperature: t('temperature'),
  maxTokens: t('maxTokens'),
  noticeDays: t('noticeDays'),
  allowsSystemMessages: t('allowsSystemMessages'),
  changelog: t('changelog'),
  tools: tools('tools'),
});

interface ChangedElsewhereProps {
  /** The fields that saving replaces. */
  replaces: readonly (keyof Draft)[];
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
      {replaces.length > 0 &&
        ` ${t('replaces', { fields: formats.list(replaces.map((field) => labels()[field])) })}`}
    </Notice>
  );
}
