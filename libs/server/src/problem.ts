/** Error responses: problem details (RFC 9457). They name no type, so the title is the phrase of the status. */
import { STATUS_CODES } from 'node:http';

/** The members of a problem. `detail`: the error and its remedy, in one sentence. */
export const problemOf = (status: number, detail: string) => ({
  ...{ type: 'about:blank', status, detail },
  // 499, which only logs see, is nginx's.
  title: STATUS_CODES[status] ?? 'Client Closed Request',
});

export const problemResponse = (
  status: number,
  detail: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(problemOf(status, detail)), {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      // The unread rest of the body would be parsed as the connection's next request.
      ...(status === 413 ? { connection: 'close' } : {}),
      ...headers,
    },
  });
