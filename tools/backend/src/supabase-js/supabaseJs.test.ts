/**
 * Calls of supabase-js on the embedded backend, compared with the responses that hosted Supabase documents (PostgREST
 * 13, GoTrue 2). A call with `differs` must fail, so that the list of differences stays true.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../testing/serve';
import { accounts } from './accounts';
import { errors } from './errors';
import { type Call, type Fixture, startFixture } from './fixture';
import { functions } from './functions';
import { reads } from './reads';
import { services } from './services';
import { sessions } from './sessions';
import { writes } from './writes';

const groups: Record<string, Call[]> = { reads, writes, functions, errors, accounts, sessions, services };
const calls = Object.values(groups).flat();

test('there are at least 120 calls, and at most 8 differ', () => {
  expect(calls.length).toBeGreaterThanOrEqual(120);
  expect(calls.filter(({ differs }) => differs).length).toBeLessThanOrEqual(8);
});

describe.each(engines)('%s', (engine) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture(engine);
  });
  afterAll(() => fixture.served.close());

  describe.each(Object.entries(groups))('%s', (_group, members) => {
    for (const { name, run, expected, differs } of members) {
      const check = differs ? test.fails : test;
      check(differs ? `${name} differs: ${differs}` : name, async () => {
        expect(await run(fixture)).toMatchObject(expected);
      });
    }
  });
});
