/** Describes a change of an existing agent to the users who deployed it. */
import { TextInput } from '@slipway/design-system';
import { type Draft, limits } from '../data/draft';
import { t } from '../features/agent-form/messages';

interface ChangelogFieldProps {
  value: string;
  onChange: (values: Pick<Draft, 'changelog'>) => void;
}

export function ChangelogField({ value, onChange }: ChangelogFieldProps) {
  return (
    <TextInput
      label={t('changelog')}
      name="changelog"
      dir="auto"
      autoComplete="off"
      hint={t('changelogHint')}
      maxLength={limits.changelog}
      value={value}
      onChange={({ target }) => {
        onChange({ changelog: target.value });
      }}
    />
  );
}
