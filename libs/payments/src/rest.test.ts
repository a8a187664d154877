/** The errors of failed calls of the database: the texts that callers read, and the causes for the log. */
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { PaymentProblem } from './problem';
import { createRest } from './rest';

const keys = { url: 'https://abc.example', secretKey: 'secret', publishableKey: 'publishable' };
const AWAY = 'The database is unreachable. Try again in a few seconds';
const MISMATCH = 'The server is not compatible with its database';

const failureOf = async (by: 'user' | 'server', respond: () => Promise<Response>) => {
  const rest = createRest({ ...keys, fetch: respond });
  const call =
    by === 'user' ? rest.asUser('session', 'read', {}, v.string()) : rest.asServer('read', {}, v.string());
  const error: unknown = await call.catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(PaymentProblem);
  const { status, message, cause } = error as PaymentProblem;
  return [status, message, cause instanceof Error ? cause.message : cause];
};
const answer = (status: number, code: string) => () =>
  Promise.resolve(Response.json({ code, message: 'x' }, { status }));

test.each([
  ['user', 401, 'PGRST301', 401, 'Your session has expired. Sign in again'],
  ['user', 404, 'PT404', 404, 'Not found'],
  // The server's key, and a database of another version: not the user's session, not what the user asked for.
  ['server', 401, 'PGRST301', 500, MISMATCH],
  ['server', 403, '42501', 500, MISMATCH],
  ['user', 404, 'PGRST202', 500, MISMATCH],
  ['server', 404, 'PT404', 404, 'Not found'],
  ['user', 429, 'PT429', 503, AWAY],
  ['user', 500, 'XX000', 503, AWAY],
  ['server', 503, 'PGRST001', 503, AWAY],
] as const)('as the %s, %i %s is %i: %s', async (by, status, code, wanted, message) => {
  expect(await failureOf(by, answer(status, code))).toEqual([
    ...[wanted, message, `read responded with ${String(status)} ${code}`],
  ]);
});

test('a response that breaks off is an unreachable database, and a page is another server', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.error(new Error('closed'));
    },
  });
  expect(await failureOf('user', () => Promise.resolve(new Response(broken)))).toEqual([503, AWAY, 'closed']);
  expect(await failureOf('server', () => Promise.resolve(new Response('<!doctype html>')))).toEqual([
    ...[500, MISMATCH, expect.stringMatching(/^read returned unexpected data/)],
  ]);
});

test('without a session nothing is sent; a function without a result is null', async () => {
  let count = 0;
  const send = () => {
    count += 1;
    return Promise.resolve(new Response(''));
  };
  const rest = createRest({ ...keys, fetch: send });
  expect(() => rest.asUser(undefined, 'read', {}, v.string())).toThrow(
    new PaymentProblem(401, 'Sign in first'),
  );
  expect(count).toBe(0);
  expect(await rest.asServer('write', {}, v.null())).toBeNull();
});
