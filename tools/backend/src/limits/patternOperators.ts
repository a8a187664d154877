/**
 * Rejects regular expressions in requests (`match`, `imatch`): a short pattern can take hours (finding C1), and no limit
 * but time bounds it. The check reads the compiled statement, where values are parameters: every way to write a filter
 * (`or=`, `not.`, embedded resources, quantifiers) ends there, and no second parser can disagree with the library's.
 */
import { currentRequest } from '../lite/currentRequest';

/** String literals and quoted names, which can contain any character. */
const quoted = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;

/** `~`, `~*`, `!~`, `!~*`; not `~~`, which is LIKE. */
const pattern = /(?<![-~!@#%^&|`?+*/<>=])!?~\*?(?![-~!@#%^&|`?+*/<>=])/;

const rejection = {
  code: 'PGRST100',
  message: 'Regular-expression operators (match, imatch) are not allowed',
  detail: null,
  hint: 'Use like, ilike, eq, in or a full-text search (fts) instead',
};

/** @throws an error with PostgREST's code when the statement of a REST request has a regular-expression operator */
export function rejectPatterns(statement: string): void {
  if (currentRequest()?.isRest && pattern.test(statement.replace(quoted, ''))) {
    throw Object.assign(new Error(rejection.message), rejection);
  }
}
