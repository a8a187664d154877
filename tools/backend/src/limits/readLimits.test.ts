/** Limits of reads: per user, and per address for everyone else. */
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Accounts, ORIGIN, startAccounts } from '../testing/accounts';
import { defaultRates } from './authRates';
import { createCallers } from './callers';
import { createReadLimits } from './readLimits';

const READS = { user: 5, address: 10 };
const minute = { period: 60 };

let accounts: Accounts;
beforeAll(async () => {
  accounts = await startAccounts('PostgreSQL', {
    rates: {
      read: { burst: READS.user, ...minute },
      addressRead: { burst: READS.address, ...minute },
    },
  });
});
afterAll(() => accounts.close());

const signed = (secret: string, sub: string) =>
  new SignJWT({ sub }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

interface From {
  address: string;
  token?: string;
  key?: string;
  path?: string;
  isInternal?: boolean;
}
const read = ({
  address,
  token,
  key,
  path = 'rest/v1/agent_listings?select=name&limit=1',
  isInternal,
}: From) =>
  accounts.backend.fetch(
    new Request(`${ORIGIN}/${path}`, {
      headers: {
        apikey: key ?? accounts.backend.publishableKey,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    }),
    { address, ...(isInternal ? { isInternal } : {}) },
  );
/** The statuses of so many reads, each once. */
async function statusesOf(count: number, from: From): Promise<number[]> {
  const statuses = new Set<number>();
  for (let number = 0; number < count; number += 1) statuses.add((await read(from)).status);
  return [...statuses];
}

test('visitors of an address share a limit; users, the secret key and this process do not count (ASVS 2.4.1)', async () => {
  const here = { address: '2001:db8:1::1' };
  expect(await statusesOf(READS.address, here)).toEqual([200]);
  // Another address of the same network.
  const rejected = await read({ address: '2001:db8:1::2' });
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(await rejected.json()).toMatchObject({
    ...{ code: 'PT429', message: 'Too many reads. Wait a minute and try again' },
  });
  const functions = await read({ ...here, path: 'rest/v1/rpc/count_listings' });
  expect(functions.status).toBe(429);

  const { access_token } = await accounts.account('first@example.com');
  expect((await read({ ...here, token: access_token })).status).toBe(200);
  expect((await read({ ...here, key: accounts.backend.secretKey })).status).toBe(200);
  expect((await read({ ...here, isInternal: true })).status).toBe(200);
  expect((await read({ address: '198.51.100.9' })).status).toBe(200);
});

test('a user has one limit, from every address (ASVS 2.4.1)', async () => {
  const { access_token: token } = await accounts.account('second@example.com');
  const { access_token: other } = await accounts.account('third@example.com');
  expect(await statusesOf(READS.user, { address: '192.0.2.1', token })).toEqual([200]);
  expect((await read({ address: '192.0.2.2', token })).status).toBe(429);
  expect((await read({ address: '192.0.2.1', token: other })).status).toBe(200);
});

test('an invented token counts against its address, not against the user it names (ASVS 2.4.1)', async () => {
  const { user, access_token: token } = await accounts.account('fourth@example.com');
  const forged = await signed('x'.repeat(40), user.id);
  const here = { address: '192.0.2.7', token: forged };
  expect(await statusesOf(READS.address, here)).toEqual([401]);
  expect((await read({ ...here, token: `${forged}x` })).status).toBe(429);
  expect((await read({ ...here, token })).status).toBe(200);
});

test('reads of the auth service count too, in its form of errors (ASVS 2.4.1)', async () => {
  const here = { address: '192.0.2.8', path: 'auth/v1/settings' };
  expect(await statusesOf(READS.address, here)).toEqual([200]);
  const rejected = await read(here);
  expect([rejected.status, await rejected.json()]).toMatchObject([
    429,
    { error_code: 'over_request_rate_limit' },
  ]);
});

// At night, because it verifies ten thousand tokens.
test.runIf(process.env['TEST_TIER'] === 'nightly')(
  'twenty users behind one address read 50 pages a minute each by default, and visitors as many together',
  async () => {
    const jwtSecret = 'y'.repeat(40);
    const callerOf = createCallers({ secretKey: 's', jwtSecret });
    const { take } = createReadLimits(defaultRates);
    const waits = new Set<number>();
    for (let user = 0; user <= 20; user += 1) {
      const token = user === 0 ? 'the-publishable-key' : await signed(jwtSecret, `user-${String(user)}`);
      const request = new Request(ORIGIN, { headers: { authorization: `Bearer ${token}` } });
      for (let number = 0; number < 50 * 10; number += 1) {
        const caller = await callerOf(request, { address: '127.0.0.1' });
        waits.add(caller ? await take(caller) : -1);
      }
    }
    expect([...waits]).toEqual([0]);
  },
);
