/** The backend's limits per account (T-06), and repeated sign-ups, on the real auth service. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAccounts } from '../testing/accounts';
import { files } from '../testing/files';
import { newPlace } from '../testing/serve';
import { type Backend, startBackend } from '../backend';

const origin = 'http://127.0.0.1:4999';
const password = 'Correct-horse-1';
let place: Awaited<ReturnType<typeof newPlace>>;
let backend: Backend;

const rates = {
  signIn: { burst: 1000, period: 1 },
  password: { burst: 3, period: 900 },
  mail: { burst: 1, period: 60 },
};

beforeAll(async () => {
  place = await newPlace('PostgreSQL');
  backend = await startBackend({ ...place, origin, rates, responseTime: 0, log: () => undefined, ...files });
});
afterAll(async () => {
  await backend.close();
  rmSync(place.home, { recursive: true, force: true });
});

async function post(path: string, body: object, address = '203.0.113.1', on = backend) {
  const response = await on.fetch(
    new Request(`${origin}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: on.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    { address },
  );
  const json = (await response.json()) as { error_code?: string; id?: string; identities?: unknown[] };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...json };
}

const signIn = (email: string, typed: string, address?: string) =>
  post('token?grant_type=password', { email, password: typed }, address);
const mailsTo = (email: string, on = backend) => on.mailbox.list().filter(({ to }) => to === email);

describe('wrong passwords', () => {
  const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' };

  test(
    'are rejected with Retry-After above the limit, and so is the right one',
    { tags: ['T-06', 'AUTH-72'] },
    async () => {
      const statuses = [];
      for (let count = 0; count < 4; count += 1)
        statuses.push((await signIn(demo.email.toUpperCase(), `wrong-${String(count)}`)).status);
      expect(statuses).toEqual([400, 400, 400, 429]);
      const right = await signIn(demo.email, demo.password);
      expect([right.status, right.error_code]).toEqual([429, 'over_request_rate_limit']);
      expect(Number(right.retryAfter)).toBeGreaterThan(0);
    },
  );

  test('do not lock out the account’s owner at another address', { tags: ['T-06'] }, async () => {
    expect((await signIn(demo.email, demo.password, '203.0.113.2')).status).toBe(200);
  });

  test('from one IPv6 network count together', { tags: ['T-06'] }, async () => {
    const statuses = [];
    for (const host of ['1', '2', '3', '4'])
      statuses.push((await signIn('victim@example.com', 'wrong-1', `2001:db8:7::${host}`)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  test('for an address that cannot exist are invalid', async () => {
    for (const email of ['a\0@example.com', 'a\ud800@example.com']) {
      const { status, error_code } = await signIn(email, demo.password);
      expect([status, error_code]).toEqual([400, 'validation_failed']);
    }
  });

  test('count, and right ones do not', { tags: ['T-06'] }, async () => {
    for (let count = 0; count < 6; count += 1)
      expect((await signIn(demo.email, demo.password, '203.0.113.3')).status).toBe(200);
  });
});

describe('mails', () => {
  test(
    'are limited to one per minute and address, with or without an account',
    { tags: ['T-06'] },
    async () => {
      for (const email of ['demo@slipway.example', 'unknown@example.test']) {
        expect((await post('recover', { email })).status).toBe(200);
        const again = await post('recover', { email: ` ${email.toUpperCase()}` });
        expect([again.status, again.error_code]).toEqual([429, 'over_email_send_rate_limit']);
      }
      expect(mailsTo('unknown@example.test')).toEqual([]);
    },
  );

  test('a sign-up with a weak password can be corrected at once, with or without an account (23)', async () => {
    const statuses = [];
    for (const email of ['amara.okafor@slipway.example', 'weak@example.test'])
      for (const typed of ['Abcdefg1!', 'Abcdefg1!', password, 'Abcdefg1!'])
        statuses.push((await post('signup', { email, password: typed })).status);
    expect(statuses).toEqual([422, 422, 200, 429, 422, 422, 200, 429]);
  });

  test('another rejected sign-up still counts (23)', async () => {
    const email = 'long@example.test';
    const statuses = [];
    for (const typed of ['Aa1-'.repeat(30), password])
      statuses.push((await post('signup', { email, password: typed })).status);
    expect(statuses).toEqual([400, 429]);
  });
});

test('a stranger who signs up with the address of an account, or changes another one to it, does not keep its owner from a recovery (S3)', async () => {
  const period = 3;
  const accounts = await startAccounts('PostgreSQL', { rates: { ...rates, mail: { burst: 1, period } } });
  const [email, other] = ['owner@example.test', 'stranger@example.test'];
  try {
    const [, stranger] = [await accounts.account(email), await accounts.account(other)];
    await new Promise((resolve) => setTimeout(resolve, period * 1000));
    const mails = accounts.mailsTo(email);
    const statusOf = async (path: string, body: object, token?: string) =>
      (await accounts.ask(path, body, token ? { token, method: 'PUT' } : {})).status;
    expect([
      await statusOf('signup', { email, password }),
      await statusOf('user', { email, current_password: password }, stranger.access_token),
    ]).toEqual([200, 200]);
    // The owner gets no mail of them.
    expect(accounts.mailsTo(email)).toBe(mails);
    expect(await statusOf('recover', { email })).toBe(200);
    expect(accounts.mailsTo(email)).toBe(mails + 1);
    // Each is limited, the two mails that sign in together.
    expect([
      await statusOf('otp', { email }),
      await statusOf('resend', { email, type: 'signup' }),
      await statusOf('user', { email, current_password: password }, stranger.access_token),
    ]).toEqual([429, 429, 429]);
  } finally {
    await accounts.close();
  }
});

describe('a repeated sign-up', () => {
  let fresh: Backend;
  beforeAll(async () => {
    const generous = { ...rates, mail: { burst: 9, period: 1 } };
    fresh = await startBackend({
      ...place,
      origin,
      rates: generous,
      responseTime: 0,
      log: () => undefined,
      ...files,
    });
  });
  afterAll(async () => {
    await fresh.close();
  });

  test(
    'responds like a first one, and does not reveal the account',
    { tags: ['T-15', 'AUTH-78'] },
    async () => {
      const [taken, free] = [
        await post('signup', { email: 'demo@slipway.example', password }, undefined, fresh),
        await post('signup', { email: 'free@example.test', password }, undefined, fresh),
      ];
      expect([taken.status, free.status]).toEqual([200, 200]);
      expect(taken).not.toHaveProperty('access_token');
      expect(taken.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(mailsTo('demo@slipway.example', fresh)).toEqual([]);
    },
  );

  test(
    'mails again until the account is confirmed, and only the last link works',
    { tags: ['T-52'] },
    async () => {
      const email = 'again@example.test';
      for (const path of ['signup', 'signup', 'resend'])
        expect((await post(path, { email, password, type: 'signup' }, undefined, fresh)).status).toBe(200);
      const mails = mailsTo(email, fresh);
      expect(mails).toHaveLength(3);
      const visit = async (text = '') => {
        const link = /https?:\S+verify\S+/.exec(text)?.[0] ?? '';
        const response = await fresh.fetch(new Request(link), { address: '203.0.113.1' });
        return response.headers.get('location') ?? '';
      };
      expect(await visit(mails[2]?.text)).not.toContain('access_token=');
      expect(await visit(mails[0]?.text)).toContain('access_token=');
      // Once confirmed, nothing is sent, and the response is the same.
      expect((await post('resend', { email, type: 'signup' }, undefined, fresh)).status).toBe(200);
      expect(mailsTo(email, fresh)).toHaveLength(3);
    },
  );
});
