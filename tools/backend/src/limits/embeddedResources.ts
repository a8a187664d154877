/**
 * Rejects reads with many embedded resources, or deeply nested ones: each level multiplies the rows, and a visitor who
 * went back and forth between agents and their creator eight times occupied the database until the timeout. The check
 * reads the compiled statement, as that of regular expressions does.
 */
import { currentRequest } from '../lite/currentRequest';

/** Pages nest two. */
const MAX_LEVELS = 3;
const MAX_RESOURCES = 20;

/** The library's statement has two selects for each embedded resource, and two more for a count or a written row. */
const selectsOf = (resources: number) => 2 * resources + 2;

/** Quoted names and literals, which can contain any character, selects in parentheses, and other parentheses. */
const tokens = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\(\s*select\b|[()]/gi;

const rejection = {
  code: 'PGRST100',
  message: `Up to ${String(MAX_RESOURCES)} embedded resources, ${String(MAX_LEVELS)} levels deep, are allowed`,
  detail: null,
  hint: 'Read the others with another request',
};

/** @throws an error with PostgREST's code when the statement of a REST request embeds too much */
export function rejectManyResources(statement: string): void {
  if (!currentRequest()?.isRest) return;
  let [count, depth] = [0, 0];
  const open: boolean[] = [];
  for (const [token] of statement.matchAll(tokens)) {
    if (token === ')') {
      if (open.pop()) depth -= 1;
    } else if (token.startsWith('(')) {
      const isSelect = token !== '(';
      open.push(isSelect);
      if (isSelect) [count, depth] = [count + 1, depth + 1];
    }
    if (count > selectsOf(MAX_RESOURCES) || depth > selectsOf(MAX_LEVELS))
      throw Object.assign(new Error(rejection.message), rejection);
  }
}
