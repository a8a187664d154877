/** Source lines with their numbers; the line of the failure is marked. Not its column: long lines break. */
import type { SourceLines } from '@slipway/cli/console';

export function sourceText({ line, lines }: SourceLines): string {
  const width = String(lines.at(-1)?.number ?? 0).length;
  return lines
    .map(({ number, text }) => `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`)
    .join('\n');
}
