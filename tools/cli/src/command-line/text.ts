/** Texts of the terminal: tables, ages, short versions. */

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

/** The start of a version, enough to tell two apart, with the share of a canary. */
export const short = (version: string | null) => version?.replace(/^([0-9a-f]{8})[0-9a-f]+/, '$1') ?? 'none';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** How long ago, such as `3h`. `at` is ISO-8601. */
export function age(at: string, now = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(at));
  const [unit, size] = units.find(([, size]) => passed >= size) ?? units[3];
  return `${String(Math.floor(passed / size))}${unit}`;
}

/** `1 preview`, `2 previews`. */
export const count = (number: number, noun: string) => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

/** `billing 1a2b3c4d → 5e6f7a8b`, a line each. */
export const changeLines = (changes: readonly { part: string; from: string | null; to: string | null }[]) =>
  changes.map(({ part, from, to }) => `${part} ${short(from)} → ${short(to)}`);
