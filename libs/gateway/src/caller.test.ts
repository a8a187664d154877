/** Authentication by API key, and the statuses in which a deployment can be called. One file: all tests share the fake store. */
import { newApiKey } from '@slipway/keys';
import { describe, expect, test, vi } from 'vitest';
import { ApiProblem } from './apiProblem';
import { assertCallable, authenticateKey, bearerOf, previewAccessOf, sessionOf } from './caller';
import { sha256 } from './sha256';
import { createRateLimits, defaultRates } from './rateLimits';
import type { KeyGrant } from './store';
import { fakeStore, grantOf } from './testing/fakes';

const key = newApiKey();
const headersWith = (authorization: string) => new Headers({ authorization });

test('sha256 is in hex', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.each([
  ['Bearer ak_1', 'ak_1'],
  ['bearer   ak_1', 'ak_1'],
  ['Basic ak_1', undefined],
  ['Bearer', undefined],
  ['Bearer ak_1 ak_2', undefined],
  ['x Bearer ak_1', undefined],
])('the token of "%s" is %s', (header, token) => {
  expect(bearerOf(headersWith(header))).toBe(token);
});

test('a request without the header has no token', () => {
  expect(bearerOf(new Headers())).toBeUndefined();
});

test('an API key in place of an access token is named, and not reported as an expired session', () => {
  expect(() => sessionOf(headersWith(`Bearer ${key}`))).toThrow('An API key only calls its deployment.');
  expect(sessionOf(headersWith('Bearer eyJ.a.b'))).toBe('eyJ.a.b');
  expect(sessionOf(new Headers())).toBeUndefined();
});

test.each(['sb_publishable_x', 'a.b.c', 'eyJ.a', 'eyJ.a.b.c'])(
  '%s is the key of the app, or no token at all: a visitor (S10)',
  (token) => {
    expect(sessionOf(headersWith(`Bearer ${token}`))).toBeUndefined();
  },
);

describe('previewAccessOf', () => {
  const accessOf = (user_id: string | null) => ({ user_id, agent_id: 'agent-1', is_creator: false });
  const services = (user: string | null, rates = {}) => {
    const previewAccess = vi.fn(() => Promise.resolve(accessOf(user)));
    const store = fakeStore({ previewAccess });
    const rateLimits = createRateLimits({ ...defaultRates, ...rates }, store);
    return { store, rateLimits, previewAccess };
  };
  const ask = (session: string | undefined, given: ReturnType<typeof services>, address = 'here') =>
    previewAccessOf('agent-1', session, address, given);
  const overRate = { status: 429 };

  test('asks the database for no visitor over the limit of the address (S10)', async () => {
    const given = services(null, { visitor: 1 });
    await ask(undefined, given);
    await expect(ask(undefined, given)).rejects.toMatchObject(overRate);
    expect(given.previewAccess).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['belong to no user', () => Promise.resolve(accessOf(null))],
    ['are rejected', () => Promise.reject(new ApiProblem(401, 'Your session has expired. Sign in again'))],
  ])('nor for a flood of tokens that %s (S10)', async (_title, previewAccess) => {
    const given = services(null, { wrongKey: 2 });
    given.previewAccess.mockImplementation(previewAccess);
    const session = 'eyJ.a.b';
    for (let count = 0; count < 2; count += 1)
      await ask(`eyJ.a.${String(count)}`, given).catch(() => undefined);
    await expect(ask(session, given)).rejects.toMatchObject({
      ...overRate,
      message: 'Too many rejected requests from your address. Try again in 60 s',
    });
    expect(given.previewAccess).toHaveBeenCalledTimes(2);
    await ask(session, given, 'elsewhere').catch(() => undefined);
    expect(given.previewAccess).toHaveBeenCalledTimes(3);
  });

  test('nor for a user far over the own limit; those within it do not count against the address (S10)', async () => {
    const given = services('user-1', { user: 5, wrongKey: 2 });
    for (let count = 0; count < 5; count += 1) await ask('eyJ.a.b', given);
    for (let count = 0; count < 10; count += 1)
      await expect(ask('eyJ.a.b', given)).rejects.toMatchObject(overRate);
    expect(given.previewAccess).toHaveBeenCalledTimes(5);
  });

  describe('while an address is over its limit of rejected tokens', () => {
    const attacked = async (user: string | null, rates = {}) => {
      const given = services(user, { wrongKey: 2, ...rates });
      await ask('eyJ.known.b', given);
      given.previewAccess.mockRejectedValue(new ApiProblem(401, 'Your session has expired. Sign in again'));
      for (let count = 0; count < 3; count += 1)
        await ask(`eyJ.wrong.${String(count)}`, given).catch(() => undefined);
      await expect(ask('eyJ.new.b', given)).rejects.toMatchObject(overRate);
      return given;
    };

    test.each(['user-1', null])(
      'a token that the database accepted before is looked up: %s (S10)',
      async (user) => {
        const given = await attacked(user);
        given.previewAccess.mockImplementation(() => Promise.resolve(accessOf(user)));
        expect(await ask('eyJ.known.b', given)).toEqual(accessOf(user));
      },
    );

    test('an accepted token has the rate of its user, or of the visitors of its address (S10)', async () => {
      const user = await attacked('user-1', { user: 1 });
      await expect(ask('eyJ.known.b', user)).rejects.toThrow('Too many requests. Try again');
      const visitor = await attacked(null, { visitor: 1 });
      await expect(ask('eyJ.known.b', visitor)).rejects.toThrow('Too many previews from your address.');
    });

    test('one that has ended since counts against the address again (S10)', async () => {
      const given = await attacked('user-1');
      await expect(ask('eyJ.known.b', given)).rejects.toMatchObject({ status: 401 });
      await expect(ask('eyJ.known.b', given)).rejects.toMatchObject(overRate);
    });
  });
});

describe('authenticateKey', () => {
  const services = (grant: KeyGrant | undefined = grantOf(), rates = {}) => {
    const useKey = vi.fn(() => Promise.resolve(grant));
    return {
      store: fakeStore({ useKey }),
      useKey,
      rateLimits: createRateLimits({ ...defaultRates, ...rates }, fakeStore()),
    };
  };
  const authenticate = (token: string, given: ReturnType<typeof services>, address = 'here') =>
    authenticateKey(headersWith(`Bearer ${token}`), address, given);

  test('returns the grant, found by the hash of the key', async () => {
    const given = services();
    expect(await authenticate(key, given)).toEqual(grantOf());
    expect(given.useKey).toHaveBeenCalledWith(sha256(key), 600);
  });

  test('rejects a request without a key, and does not count it', async () => {
    const given = services(grantOf(), { wrongKey: 1 });
    for (let count = 0; count < 3; count += 1) {
      await expect(authenticateKey(new Headers(), 'here', given)).rejects.toMatchObject({
        status: 401,
        message: 'Missing API key. Send the header Authorization: Bearer ak_…',
      });
    }
  });

  test('rejects an unknown key', async () => {
    const given = { ...services(), store: fakeStore({ useKey: () => Promise.resolve(undefined) }) };
    await expect(authenticate(key, given)).rejects.toMatchObject({
      status: 401,
      message: 'Invalid, revoked or expired API key',
    });
  });

  test('does not look up a token that is not a key', async () => {
    const given = services();
    await expect(authenticate('sk_wrong', given)).rejects.toMatchObject({
      message: 'Invalid, revoked or expired API key',
    });
    expect(given.useKey).not.toHaveBeenCalled();
  });

  test('names a mistyped key', async () => {
    const given = { ...services(), store: fakeStore({ useKey: () => Promise.resolve(undefined) }) };
    const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    await expect(authenticate(mistyped, given)).rejects.toMatchObject({
      status: 401,
      message: 'Mistyped API key: its last six characters do not match the rest',
    });
  });

  test(
    'rejects wrong keys of an address above its limit, and never a right one (M5)',
    { tags: ['T-26'] },
    async () => {
      const given = services(grantOf(), { wrongKey: 2 });
      for (let count = 0; count < 2; count += 1) {
        await expect(authenticate('sk_wrong', given)).rejects.toMatchObject({ status: 401 });
      }
      await expect(authenticate('sk_wrong', given)).rejects.toMatchObject({ status: 429 });
      expect(await authenticate(key, given)).toEqual(grantOf());
      await expect(authenticate('sk_wrong', given, 'elsewhere')).rejects.toMatchObject({ status: 401 });
    },
  );

  test('rejects a key above its rate', async () => {
    const given = services(grantOf({ retry_after: 9 }));
    await expect(authenticate(key, given)).rejects.toMatchObject({ status: 429, retryAfter: 9 });
  });
});

describe('assertCallable', () => {
  test.each([undefined, 'bot'])('accepts an active deployment at the slug %s', (slug) => {
    expect(() => {
      assertCallable(grantOf(), slug);
    }).not.toThrow();
  });

  test.each([
    ['stopped', 403, 'This deployment is stopped. Its owner can start it again', undefined],
    ['failed', 409, 'This deployment failed. Its owner can retry it', undefined],
    ['pending', 409, 'This deployment is starting. Try again in 2 seconds', 2],
    ['deploying', 409, 'This deployment is starting. Try again in 2 seconds', 2],
    ['deleted', 404, 'This deployment was deleted', undefined],
  ] as const)('rejects a %s deployment', (status, expected, message, retryAfter) => {
    expect(() => {
      assertCallable(grantOf({ status }), undefined);
    }).toThrow(expect.objectContaining({ status: expected, message, retryAfter }) as Error);
  });

  test('rejects the slug of another deployment', () => {
    expect(() => {
      assertCallable(grantOf({ status: 'stopped' }), 'other');
    }).toThrow(
      expect.objectContaining({
        status: 404,
        message: 'Your API key belongs to another deployment, not to “other”',
      }) as Error,
    );
  });
});
