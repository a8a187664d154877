/** Neither a response nor its time reveals which addresses have an account. */
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Accounts, type AccountResponse, startAccounts } from '../../testing/accounts';
import { hashAsForUsers } from '../../testing/fastPasswords';
import { engines, PASSWORD } from '../../testing/serve';

const known = 'known@example.test';
const unconfirmed = 'unconfirmed@example.test';

/** The types of a JSON value's parts, and the values that are not specific to one account. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
  if (typeof value !== 'string') return value;
  return value
    .replace(/[a-z0-9]+@example\.test/g, '<email>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-(\d)[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '<uuid v$1>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+/g, '<time>');
}

const comparable = ({ status, body }: AccountResponse) => ({
  status,
  body: shapeOf(body),
  keys: JSON.stringify(shapeOf(body)),
});

describe.each(engines)('%s', (engine) => {
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts(engine);
    await accounts.account(known);
    await accounts.ask('signup', { email: unconfirmed, password: PASSWORD });
  });
  afterAll(() => accounts.close());

  const requests: Record<string, (email: string) => Promise<AccountResponse>> = {
    'sign-up': (email) => accounts.ask('signup', { email, password: PASSWORD, data: { full_name: 'Ada' } }),
    'sign-in with a wrong password': (email) => accounts.signIn(email, 'Wrong-horse-1'),
    'a sign-in code': (email) => accounts.ask('otp', { email, create_user: false }),
    'a sign-in code, or an account': (email) => accounts.ask('otp', { email, create_user: true }),
    'a magic link': (email) => accounts.ask('magiclink', { email }),
    recovery: (email) => accounts.ask('recover', { email }),
    resend: (email) => accounts.ask('resend', { email, type: 'signup' }),
    'a wrong code': (email) => accounts.ask('verify', { email, token: '000000', type: 'recovery' }),
  };
  test.each(Object.keys(requests))('%s: the same response for any address (M3)', async (what) => {
    const ask = requests[what] ?? (() => Promise.reject(new Error(what)));
    const unknown = comparable(
      await ask(`unknown${String(Object.keys(requests).indexOf(what))}@example.test`),
    );
    expect(comparable(await ask(known))).toEqual(unknown);
    expect(comparable(await ask(unconfirmed))).toEqual(unknown);
  });

  test.each(['sign-up', 'a sign-in code', 'a sign-in code, or an account', 'a magic link'])(
    '%s: a busy machine, where a hash takes long, reveals no account: each address costs one',
    async (what) => {
      const hash = vi.spyOn(bcrypt, 'hash');
      const sync = vi.spyOn(bcrypt, 'hashSync');
      const hashes = async (email: string) => {
        const before = hash.mock.calls.length + sync.mock.calls.length;
        await requests[what]?.(email);
        return hash.mock.calls.length + sync.mock.calls.length - before;
      };
      const stranger = `stranger${String(Object.keys(requests).indexOf(what))}@example.test`;
      expect([await hashes(known), await hashes(unconfirmed), await hashes(stranger)]).toEqual([1, 1, 1]);
    },
  );

  test('only the right password learns that an account is not confirmed', { tags: ['AUTH-71'] }, async () => {
    await accounts.ask('signup', { email: 'waiting@example.test', password: PASSWORD });
    expect((await accounts.signIn('waiting@example.test')).body.error_code).toBe('email_not_confirmed');
    expect((await accounts.signIn('waiting@example.test', 'Wrong-horse-1')).body.error_code).toBe(
      'invalid_credentials',
    );
  });

  test('a sign-in code creates no confirmed account (M3)', async () => {
    await accounts.ask('otp', { email: 'created@example.test', create_user: true });
    const find = () =>
      accounts.rows("select email_confirmed_at as at from auth.users where email = 'created@example.test'");
    expect(await find()).toEqual([{ at: null }]);
    const code = accounts.mailTo('created@example.test')?.code;
    const response = await accounts.ask('verify', {
      email: 'created@example.test',
      token: code,
      type: 'signup',
    });
    expect(response.status).toBe(200);
    await accounts.ask('otp', { email: 'none@example.test', create_user: false });
    expect(await accounts.rows("select 1 from auth.users where email = 'none@example.test'")).toEqual([]);
  });
});

describe('time', () => {
  const time = 800;
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts('PostgreSQL', { responseTime: time });
    await accounts.account(known);
  });
  afterAll(() => accounts.close());

  const took = async (work: () => Promise<AccountResponse>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  test.each(['signup', 'recover', 'otp', 'token?grant_type=password', 'resend', 'verify'])(
    '%s takes the same time for any address (M3)',
    async (path) => {
      const ask = (email: string) =>
        took(() => accounts.ask(path, { email, password: 'Wrong-horse-1', type: 'signup', token: '000000' }));
      const [first, second] = await Promise.all([ask(known), ask('unknown@example.test')]);
      expect(first).toBeGreaterThan(time - 5);
      expect(second).toBeGreaterThan(time - 5);
    },
  );

  test('a right password is not delayed', async () => {
    const quick = await startAccounts('PostgreSQL', { responseTime: 60_000 });
    await quick.backend.database.run('update auth.users set email_confirmed_at = now()');
    const response = quick.signIn('demo@slipway.example', 'Slipway-demo-1');
    expect((await response).status).toBe(200);
    await quick.close();
  });

  test('the password of an unknown address is hashed too (M3)', async () => {
    onTestFinished(hashAsForUsers());
    vi.resetModules(); // the hash for unknown addresses is made on import
    const { startAccounts: start } = await import('../../testing/accounts');
    const quick = await start('PostgreSQL');
    await quick.account(known);
    expect(
      await quick.rows('select left(encrypted_password, 7) as cost from auth.users where email is not null'),
    ).toContainEqual({ cost: '$2b$10$' });
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 5; round += 1) {
      times.known.push(await took(() => quick.signIn(known, 'Wrong-horse-1', `198.51.100.${String(round)}`)));
      times.unknown.push(
        await took(() =>
          quick.signIn('unknown@example.test', 'Wrong-horse-1', `198.51.100.${String(round)}`),
        ),
      );
    }
    const least = (values: number[]) => Math.min(...values);
    expect(least(times.unknown)).toBeGreaterThan(least(times.known) / 2);
    await quick.close();
  });
});
