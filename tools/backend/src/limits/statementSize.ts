/**
 * Rejects reads whose short URL makes a large statement. Each level of embedded resources multiplies the rows: a
 * visitor who nested agents and their creator eight times kept the database busy until the timeout, and so did one who
 * selected or compared a long column a thousand times. The check reads the compiled statement, like the check for
 * regular expressions.
 */
import { currentRequest } from '../lite/currentRequest';

/** Of embedded resources; pages nest two. */
const MAX_LEVELS = 3;
const MAX_RESOURCES = 10;
/** How often a column may be named, in all embedded resources together. */
const MAX_NAMED = 25;

/** The library's statement has two selects for each embedded resource, and two more for a count or a written row. */
const selectsOf = (resources: number) => 2 * resources + 2;

/** Literals, quoted names that no dot follows, other quoted names, selects in parentheses, and other parentheses. */
const tokens = /'(?:[^']|'')*'|"(?<name>(?:[^"]|"")*)"(?!\.)|"(?:[^"]|"")*"|\(\s*select\b|[()]/gi;

const rejection = (message: string) =>
  Object.assign(new Error(message), {
    ...{ code: 'PGRST100', message, detail: null, hint: 'Read the rest with another request' },
  });

/** @throws an error with PostgREST's code when the statement of a REST request is too large */
export function rejectLargeStatements(statement: string): void {
  if (!currentRequest()?.isRest) return;
  let [selects, depth] = [0, 0];
  const open: boolean[] = [];
  const named = new Map<string, number>();
  for (const { 0: token, groups } of statement.matchAll(tokens)) {
    const name = groups?.['name'];
    if (name !== undefined) named.set(name, (named.get(name) ?? 0) + 1);
    else if (token === ')') depth -= open.pop() ? 1 : 0;
    else if (token.startsWith('(')) {
      open.push(token !== '(');
      if (token !== '(') [selects, depth] = [selects + 1, depth + 1];
    }
    if (selects > selectsOf(MAX_RESOURCES) || depth > selectsOf(MAX_LEVELS))
      throw rejection(
        `Up to ${String(MAX_RESOURCES)} embedded resources, ${String(MAX_LEVELS)} levels deep, are allowed`,
      );
    if (name !== undefined && (named.get(name) ?? 0) > MAX_NAMED)
      throw rejection(`A request may name a column up to ${String(MAX_NAMED)} times`);
  }
}
