/**
 * Checks a migration that removes something against the releases that visitors get now. The head of such a file names
 * the migration that a release must have been built for, so that it no longer uses the removed part: `-- Requires
 * releases: 20261124030000`.
 */
import type { SliceRelease } from '@slipway/contracts';

const HEADER = /^-- Requires releases: (\d{14})\b/m;

/** In `alter table`, `column` is optional. */
const withColumn = (statement: string) =>
  statement.replace(/\bdrop\s+(?!(?:column|constraint|default|not|identity|expression)\b)/gi, 'drop column ');

/** SQL without comments, and without the bodies of functions. */
const statementsOf = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$)[\s\S]*?\1/g, '')
    .replace(/\balter\s+table\b[^;]*/gi, withColumn);

const removal =
  /\bdrop\s+(table|view|materialized view|function|type|column)\s+(?:if\s+exists\s+)?("?[\w.]+"?)|\brename\s+(?:column\s+)?("?\w+"?)?\s*to\b/gi;

/** The names of all objects that a migration removes or renames without creating them again. */
export function removedBy(sql: string): string[] {
  const statements = statementsOf(sql);
  return [...statements.matchAll(removal)].flatMap(([text, kind, name]) => {
    if (kind === undefined || name === undefined) return [text.trim().replace(/\s+/g, ' ')];
    const again = new RegExp(
      `\\b(?:create(?:\\s+or\\s+replace)?\\s+${kind}|add\\s+column)\\s+(?:if\\s+not\\s+exists\\s+)?${name.replaceAll('.', '\\.')}(?![\\w.])`,
      'i',
    );
    return again.test(statements) ? [] : [`${kind.toLowerCase()} ${name}`];
  });
}

/** `file` is for messages. A release that uses no database fits every migration. */
export function contractionFailures(file: string, sql: string, releases: readonly SliceRelease[]): string[] {
  const removed = removedBy(sql);
  const required = HEADER.exec(sql)?.[1];
  if (required === undefined) {
    return removed.length === 0
      ? []
      : [
          `${file} removes ${removed.join(', ')} and does not say which releases still work: add "-- Requires releases: <migration>" to its head, with the migration since which slices do without`,
        ];
  }
  return releases
    .filter(({ migration }) => migration !== null && migration < required)
    .map(
      ({ id, version, migration }) =>
        `${id} ${version.slice(0, 8)} is built for migration ${migration ?? ''}, and ${file} requires ${required}: deploy a newer release of ${id} first`,
    );
}
