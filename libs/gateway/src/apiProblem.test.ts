/** RFC 9457 responses, with OpenAI's error member on its paths. */
import { expect, test } from 'vitest';
import { ApiProblem, problemResponse } from './apiProblem';

test('a problem is problem+json and is not cached', async () => {
  const response = problemResponse(new ApiProblem(404, 'No such endpoint'), '/v1/x');
  expect(response.status).toBe(404);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(await response.json()).toEqual({
    ...{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such endpoint' },
  });
});

test.each([
  [0.2, '1'],
  [1.2, '2'],
  [60, '60'],
])('a wait of %d seconds is Retry-After: %s', (retryAfter, header) => {
  const response = problemResponse(new ApiProblem(429, 'x', { retryAfter }), '/');
  expect(response.headers.get('retry-after')).toBe(header);
});

test('401 asks for a bearer token', () => {
  expect(problemResponse(new ApiProblem(401, 'x'), '/').headers.get('www-authenticate')).toBe(
    'Bearer realm="agents"',
  );
});

test('413 closes the connection', () => {
  expect(problemResponse(new ApiProblem(413, 'x'), '/').headers.get('connection')).toBe('close');
});

test.each([
  [400, 400, 'invalid_request_error', '400'],
  [401, 401, 'authentication_error', 'invalid_api_key'],
  [402, 429, 'insufficient_quota', 'insufficient_quota'],
  [403, 403, 'permission_error', '403'],
  [429, 429, 'rate_limit_error', 'rate_limit_exceeded'],
  [500, 500, 'server_error', '500'],
  [503, 503, 'server_error', '503'],
] as const)('%i is %i with type %s and code %s for OpenAI', async (status, sent, type, code) => {
  const response = problemResponse(new ApiProblem(status, 'x', { at: 'n' }), '/v1/chat/completions');
  expect([response.status, response.headers.get('x-should-retry')]).toEqual([
    sent,
    status === 402 ? 'false' : null,
  ]);
  expect(await response.json()).toMatchObject({
    at: 'n',
    status: sent,
    error: { message: 'x', type, param: 'n', code },
  });
});

test('OpenAI’s param is null without a location', async () => {
  const response = problemResponse(new ApiProblem(500, 'x'), '/v1/chat/completions');
  expect(await response.json()).toMatchObject({ error: { param: null } });
});
