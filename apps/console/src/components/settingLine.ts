/** A setting that differs, with both values. */
import type { SettingsChange } from '@slipway/cli/console';
import { text } from '../messages';

const shown = (value: unknown) => (value === undefined ? text.unset : JSON.stringify(value));

export const settingLine = ({ field, from, to }: SettingsChange): string =>
  text.settingChange(field, shown(from), shown(to));

/** The names of settings that differ, without those whose values are known. */
export function withoutValues(names: readonly string[], changes: readonly SettingsChange[]): string[] {
  const fields = changes.map(({ field }) => field.split('.')[0]);
  return names.filter((name) => !fields.includes(name));
}
