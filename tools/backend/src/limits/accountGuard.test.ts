/** Wrong passwords slow each other down across addresses, and never an owner where they signed in before. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Accounts, startAccounts } from '../testing/accounts';
import { engines } from '../testing/serve';

const email = 'owner@example.test';
const GUESSES = process.env['TEST_TIER'] === 'nightly' ? 300 : 100;
const home = '192.0.2.10';

describe.each(engines)('%s', (engine) => {
  let accounts: Accounts;
  afterEach(() => accounts.close());
  const start = async () => {
    accounts = await startAccounts(engine);
    await accounts.account(email);
    expect((await accounts.signIn(email, undefined, home)).status).toBe(200);
  };
  const guess = async (at: number, account = email) =>
    (await accounts.signIn(account, `Wrong-horse-${String(at)}`, `198.51.100.${String(at % 60)}`)).status;
  const attack = (count: number, account = email) =>
    Promise.all(Array.from({ length: count }, (_, at) => guess(at, account)));

  test(`${String(GUESSES)} wrong passwords from 60 addresses: 21 are checked, and the owner signs in at once (M4)`, async () => {
    await start();
    const statuses = await attack(GUESSES);
    expect(statuses.filter((status) => status === 400)).toHaveLength(21);
    expect(statuses.filter((status) => status === 429)).toHaveLength(GUESSES - 21);
    // Also where the right password comes from, if it never did before.
    const elsewhere = await accounts.signIn(email, undefined, '192.0.2.99');
    expect(elsewhere.status).toBe(429);
    expect(Number(elsewhere.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await accounts.signIn(email, undefined, home)).status).toBe(200);
    // Unknown accounts behave alike.
    expect((await attack(40, 'unknown@example.test')).filter((status) => status === 400)).toHaveLength(21);
  });

  test('the owner gets one mail a day (M4)', async () => {
    await start();
    const before = accounts.mailsTo(email);
    await attack(40);
    await attack(40);
    expect(accounts.mailsTo(email)).toBe(before + 1);
    expect(accounts.mailTo(email)?.text).toContain('Wrong passwords');
  });

  test('16 parallel wrong passwords from one address: ten are checked', { tags: ['T-06'] }, async () => {
    await start();
    const statuses = await Promise.all(
      Array.from({ length: 16 }, (_, at) => accounts.signIn(email, `Wrong-horse-${String(at)}`, home)),
    );
    expect(statuses.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  test('addresses are stored as keyed hashes', async () => {
    await start();
    const stored = JSON.stringify(await accounts.rows('select * from auth.known_addresses'));
    expect(stored).not.toContain(home);
  });
});
