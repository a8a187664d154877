/** The limits of passwords see the same parameters as the auth service, however the query is written. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Accounts, startAccounts } from '../testing/accounts';
import { engines } from '../testing/serve';
import { withCanonicalQuery } from './canonicalQuery';

const email = 'owner@example.test';

describe.each(engines)('on %s', (engine) => {
  let accounts: Accounts;
  afterEach(() => accounts.close());

  test('no way to write grant_type evades the limit of wrong passwords (M4)', async () => {
    accounts = await startAccounts(engine);
    await accounts.account(email);
    const queries = [
      'grant_type=password',
      'grant%5Ftype=refresh_token&grant_type=password',
      'grant_type=password&grant_type=refresh_token',
      'x=y?grant_type=password',
      '#grant_type=password',
      'x=y#&grant_type=password',
    ];
    let checked = 0;
    for (const [at, query] of Array.from({ length: 10 }, () => queries)
      .flat()
      .entries()) {
      const body = { email, password: `Wrong-horse-${String(at)}` };
      const { body: response } = await accounts.ask(`token?${query}`, body, { address: '198.51.100.7' });
      // An unsupported grant has the same code.
      if (response['msg'] === 'Invalid login credentials') checked += 1;
    }
    expect(checked).toBe(10);
  });
});

test.each([
  ['?grant_type=password', '?grant_type=password'],
  ['?grant%5Ftype=pkce&grant_type=password', '?grant_type=pkce'],
  ['?x=y?grant_type=password', '?x=y%3Fgrant_type%3Dpassword'],
  ['?#grant_type=password', ''],
  [
    '?redirect_to=http%3A%2F%2Fa.example%2Fb%3Fc%3Dd%20e',
    '?redirect_to=http%3A%2F%2Fa.example%2Fb%3Fc%3Dd+e',
  ],
  ['?token=a%2Bb', '?token=a%2Bb'],
])('%s becomes %s', (query, expected) => {
  const url = withCanonicalQuery(new URL(`http://127.0.0.1/auth/v1/token${query}`));
  expect(url.href).toBe(`http://127.0.0.1/auth/v1/token${expected}`);
});
