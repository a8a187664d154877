/** A client with an IPv6 address can use every address of its /64 network: limits count the network. */
import { expect, test } from 'vitest';
import { defaultRates } from './authRates';
import { withRequestLimits } from './requestLimits';

const few = { burst: 3, period: 60 };
const wrongPassword = { error_code: 'invalid_credentials' };
const limited = () =>
  withRequestLimits(() => Promise.resolve(Response.json(wrongPassword, { status: 400 })), {
    rates: { ...defaultRates, addressWrite: few, password: few, signIn: few, verify: few, refresh: few },
    ...{ secretKey: 'secret', jwtSecret: 'x'.repeat(32) },
    isKnown: () => true,
    isRead: () => false,
    guard: {
      isKnownAddress: () => Promise.resolve(false),
      remember: () => Promise.resolve(),
      warnOwner: () => Promise.resolve(),
    },
  });

test.each([
  ['sign-ups', 'auth/v1/signup'],
  ['codes', 'auth/v1/verify'],
  ['wrong passwords', 'auth/v1/token?grant_type=password'],
  ['writes', 'rest/v1/agents'],
])('%s of one IPv6 network count together (ASVS 2.4.1)', async (_name, path) => {
  const handle = limited();
  const post = async (address: string) => {
    const request = new Request(`http://127.0.0.1/${path}`, { method: 'POST', body: '{}' });
    return (await handle(request, { address })).status;
  };
  const statuses = [];
  for (const host of ['1', '2', '3', 'abcd:1']) statuses.push(await post(`2001:db8:1::${host}`));
  expect(statuses).toEqual([400, 400, 400, 429]);
  expect(await post('2001:db8:2::1')).toBe(400);
});
