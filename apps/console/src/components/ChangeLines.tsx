/** The changes of a revision: the first few in full, then how many more there are. */
import type { Change } from '@slipway/cli/console';
import { Stack, Text } from '@slipway/design-system';
import { text } from '../messages';
import { changeLine } from './changeLine';

/** A first deploy may have a hundred. */
const SHOWN = 8;

export interface ChangeLinesProps {
  changes: readonly Change[];
  /** Names of settings that differ. */
  settings?: readonly string[];
}

export function ChangeLines({ changes, settings = [] }: ChangeLinesProps) {
  const more = changes.length - SHOWN;
  if (changes.length + settings.length === 0) return text.noChanges;
  return (
    // Long names wrap: in a table, the actions beside them would be out of sight.
    <Stack gap="xxs" align="start" minWidth="min(17rem, 50vw)">
      {changes.slice(0, SHOWN).map((change) => (
        <Text key={changeLine(change)} as="code" size="sm" preserveLines>
          {changeLine(change)}
        </Text>
      ))}
      {more > 0 && (
        <Text as="span" size="sm" tone="muted">
          {text.moreChanges(more)}
        </Text>
      )}
      {settings.length > 0 && <span>{text.settingsChanged(settings.join(', '))}</span>}
    </Stack>
  );
}
