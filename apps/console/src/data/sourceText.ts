/** Source lines with their numbers; the line of the failure is marked, and its column below it. */
import type { SourceLines } from '@slipway/cli/console';

export function sourceText({ line, column, lines }: SourceLines): string {
  const width = String(lines.at(-1)?.number ?? 0).length;
  return lines
    .flatMap(({ number, text }) => {
      const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
      // A tab stays a tab, so that the mark is below its column.
      const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
      return number === line ? [row, `  ${' '.repeat(width)} | ${indent}^`] : [row];
    })
    .join('\n');
}
