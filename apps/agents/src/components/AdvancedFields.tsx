/** The part of the agent form about its deployments: what callers may send, and how long calls outlive a withdrawal. */
import { Checkbox, type FieldMark, Section, TextInput } from '@slipway/design-system';
import { type Draft, limits } from '../data/draft';
import { t } from '../features/agent-form/messages';

interface AdvancedFieldsProps {
  draft: Draft;
  noticeMark: FieldMark;
  onChange: (values: Partial<Draft>) => void;
}

export function AdvancedFields({ draft, noticeMark, onChange }: AdvancedFieldsProps) {
  return (
    <Section level={3} gap="md" title={t('advanced')}>
      <Checkbox
        label={t('allowsSystemMessages')}
        name="allowsSystemMessages"
        hint={t('allowsSystemMessagesHint')}
        checked={draft.allowsSystemMessages}
        onChange={({ target }) => {
          onChange({ allowsSystemMessages: target.checked });
        }}
      />
      <TextInput
        label={t('noticeDays')}
        name="noticeDays"
        type="number"
        inputMode="numeric"
        {...limits.noticeDays}
        hint={t('noticeDaysHint')}
        {...noticeMark}
        value={draft.noticeDays}
        onChange={({ target }) => {
          onChange({ noticeDays: target.value });
        }}
      />
    </Section>
  );
}
