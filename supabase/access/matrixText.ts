/** The matrix as people read it: a table in Markdown. */
import { type Line, type Outcome, people } from './expectations';

/** `403 42501` is `403` to a reader. */
const word = (outcome: Outcome): string =>
  outcome === 'row' ? 'yes' : outcome === 'none' ? 'nothing' : (outcome.split(' ')[0] ?? outcome);

/** A head, a rule and a row for each line, in their order; a table's name stands at its first. */
export function matrixText(lines: readonly Line[]): string {
  const body = lines.map(({ table, row, verb, outcomes }, index) => {
    const before = lines[index - 1];
    const isSameRow = before?.table === table && before.row === row;
    return [before?.table === table ? '' : table, isSameRow ? '' : row, verb, ...outcomes.map(word)];
  });
  const rows = [['table', 'row', 'verb', ...people], ...body];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...rest] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...rest].join('\n');
}
