/** Text for the terminal: tables, ages, versions, changes. */
import type { Canary, Change } from '../composition/selection';

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, index) => Math.max(known[index] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The first digits of a version, enough to tell releases apart; `none` for null. */
export const shortVersion = (version: string | null) => version?.slice(0, 8) ?? 'none';

/** `1a2b3c4d 10%`; `none` for null. */
export const canaryText = (canary: Canary | null) =>
  canary ? `${shortVersion(canary.version)} ${String(canary.percent)}%` : 'none';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** Time since `at` (ISO-8601), such as `3h`. */
export function age(at: string, now = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(at));
  const [unit, size] = units.find(([, size]) => passed >= size) ?? units[3];
  return `${String(Math.floor(passed / size))}${unit}`;
}

/** For the one environment that a command is about, or for all that it asked. */
export const nothingRuns = (environments: readonly string[]) =>
  environments.length === 1
    ? `${environments[0] ?? ''} runs nothing yet`
    : 'No environment runs anything yet';

/** `1 preview`, `2 previews`. */
export const count = (number: number, noun: string) => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

/** How a row names an app or a canary: `billing`, `billing canary`. */
export const rowName = ({ kind, app }: Pick<Change, 'kind' | 'app'>) =>
  kind === 'canary' ? `${app} canary` : app;

/** The two values of a change. */
export const changeValues = (change: Change): readonly [from: string, to: string] =>
  change.kind === 'canary'
    ? [canaryText(change.from), canaryText(change.to)]
    : [shortVersion(change.from), shortVersion(change.to)];

/** `billing 1a2b3c4d → 5e6f7a8b`, one line for each change. */
export const changeLines = (changes: readonly Change[]): string[] =>
  changes.map((change) => `${rowName(change)} ${changeValues(change).join(' → ')}`);
