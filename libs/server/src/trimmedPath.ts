/**
 * A path without trailing slashes. The lookbehind begins at the first slash of a row: without it, the expression begins at
 * each of them, and a request for 15,000 slashes and a letter takes the server's only thread for seconds.
 */
export const trimmedPath = (path: string): string => path.replace(/(?<!\/)\/+$/, '');
