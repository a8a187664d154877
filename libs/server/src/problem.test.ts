/** Problem details of the gateway, payments and pictures. */
import { expect, test } from 'vitest';
import { problemResponse } from '.';

test.each([
  [404, 'Not Found'],
  [503, 'Service Unavailable'],
  [499, 'Client Closed Request'],
])('%i has the title %s (RFC 9457, 4.2.1)', async (status, title) => {
  const response = problemResponse(status, 'Try again', { 'retry-after': '5' });
  expect(await response.json()).toEqual({ type: 'about:blank', title, status, detail: 'Try again' });
  expect([response.status, ...response.headers]).toEqual([
    status,
    ['cache-control', 'no-store'],
    ['content-type', 'application/problem+json; charset=utf-8'],
    ['retry-after', '5'],
  ]);
});

test.each([
  [413, 'close'],
  [415, null],
])('%i has Connection %s: only a body that was not read ends the connection', (status, connection) => {
  expect(problemResponse(status, 'Send less').headers.get('connection')).toBe(connection);
});
