/** The access matrix as a Markdown table. */
import { type Line, type Outcome, roles } from './expectations';

/** Shows `403 42501` as `403`. */
const cellText = (outcome: Outcome): string =>
  outcome === 'row' ? 'yes' : outcome === 'none' ? 'nothing' : (outcome.split(' ')[0] ?? outcome);

/** One row per line, in their order; only the first line of a table shows its name. */
export function matrixText(lines: readonly Line[]): string {
  const body = lines.map(({ table, row, verb, outcomes }, index) => {
    const before = lines[index - 1];
    const isSameRow = before?.table === table && before.row === row;
    return [before?.table === table ? '' : table, isSameRow ? '' : row, verb, ...outcomes.map(cellText)];
  });
  const rows = [['table', 'row', 'verb', ...roles], ...body];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...rest] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...rest].join('\n');
}
