/** The errors of failed calls of the database: the texts that callers read, and the causes for the log. */
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { PaymentProblem } from './problem';
import { createRest } from './rest';

const keys = { url: 'https://abc.example', secretKey: 'secret', publishableKey: 'publishable' };
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
  expect((await failureOf('user', () => Promise.resolve(new Response(broken))))[0]).toBe(503);
  expect(await failureOf('server', () => Promise.resolve(new Response('<!doctype html>')))).toEqual([
    ...[500, MISMATCH, expect.stringMatching(/^read returned unexpected data/)],
  ]);
});
