/** Timestamps: an older state, and the state of another environment, are rejected. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { idOf, type KeyOwner, signerFor } from '../testing/keyOwners';
import { NOW, openSmallTrust, signedBy, type SmallTrust } from '../testing/smallTrust';
import type { TrustChain } from './chain';
import { serialize, signedBytes } from './document';
import { sha256 } from './keys';
import { statementOf, timestampOf } from './metadata';
import type { Trust } from './open';
import { timestampKey } from './paths';
import type { Statement } from './statements';
import { type Freshness, freshUntil, rejectOlder, renewTimestamp, verifyTimestamp } from './timestamps';

const key = timestampKey('staging');
const facts = {
  ...{ environment: 'staging', lineage: 'l', createdAt: '2026-11-24T12:00:00.000Z', root: 1, targets: 2 },
  previous: { revision: 0, sha256: '' },
};

let trust: SmallTrust;
let chain: TrustChain;

beforeEach(async () => {
  trust = await openSmallTrust();
  chain = await trust.chain();
});

/** The statement of a revision. `content` makes another one of the same number. */
async function statement(revision: number, content = '{}'): Promise<Statement> {
  const files = [{ key: 'a', bytes: Buffer.from(content) }];
  const document = await signedBy(statementOf(revision, facts, files, NOW), 'Ada');
  return { document, facts, signers: [idOf('Ada')] };
}
const hashOf = ({ document }: Statement) => sha256(signedBytes(document.signed));
const trustOf = (...who: KeyOwner[]): Trust => ({
  ...{ store: trust.store, chain, signer: signerFor(...who), isOwn: false, now: NOW },
  pins: {} as Trust['pins'],
});
const stored = () => verifyTimestamp(chain, 'staging', trust.store.keys.get(key) ?? Buffer.alloc(0));
const untrusted = (message: RegExp) =>
  expect.objectContaining({
    code: 'slice_untrusted',
    message: expect.stringMatching(message) as string,
  }) as Error;

describe('a timestamp', () => {
  const timestamp = (environment = 'staging', who: KeyOwner = 'admin') =>
    signedBy(
      timestampOf(3, { environment, root: 1, targets: 2 }, { revision: 7, statement: Buffer.from('x') }, NOW),
      who,
    );

  test('says which revision is current, by hash and until when', async () => {
    expect(verifyTimestamp(chain, 'staging', serialize(await timestamp()))).toEqual({
      ...{ environment: 'staging', root: 1, targets: 2, version: 3, revision: 7, sha256: sha256('x') },
      expires: '2026-12-01T12:00:00Z',
    });
  });

  test('of another key is rejected', async () => {
    const bytes = serialize(await timestamp('staging', 'Ada'));
    expect(() => verifyTimestamp(chain, 'staging', bytes)).toThrow(
      untrusted(
        /^The timestamp of staging \(trust\/timestamps\/staging\.json\) has 0 of 1 valid signatures of role timestamp.*slipway trust renew$/,
      ),
    );
  });

  test('of another environment is rejected', async () => {
    const bytes = serialize(await timestamp('production'));
    expect(() => verifyTimestamp(chain, 'staging', bytes)).toThrow(
      untrusted(/belongs to another environment/),
    );
  });

  test('without its facts is rejected', async () => {
    const document = await timestamp();
    delete document.signed.unrecognizedFields['slipway'];
    const again = await signedBy(document.signed, 'admin');
    const bytes = Buffer.from(JSON.stringify(again.toJSON()));
    expect(() => verifyTimestamp(chain, 'staging', bytes)).toThrow(untrusted(/./));
  });
});

describe('rejectOlder', () => {
  const fresh = async (revision = 7): Promise<Freshness> => ({
    ...{ version: 1, revision, sha256: hashOf(await statement(revision)), root: 1, targets: 2, expires: '' },
  });
  const reject = async (found: Statement, given?: Partial<Freshness>) => {
    rejectOlder(chain, 'staging', { ...(await fresh()), ...given }, found);
  };

  test.each([7, 8])('accepts revision %i after a timestamp of revision 7', async (revision) => {
    await expect(reject(await statement(revision))).resolves.toBeUndefined();
  });

  test('rejects an older revision', async () => {
    await expect(reject(await statement(6))).rejects.toThrow(
      untrusted(/^staging shows revision 6, and its timestamp says 7: an older state was put back/),
    );
  });

  test('rejects another statement of the same revision', async () => {
    await expect(reject(await statement(7, 'other'))).rejects.toThrow(
      untrusted(/^staging shows revision 7 with another statement, and its timestamp says 7/),
    );
  });

  test('accepts a newer revision, whatever its statement', async () => {
    await expect(reject(await statement(8, 'other'))).resolves.toBeUndefined();
  });

  test.each([
    [
      { root: 2 },
      /^The store shows root 1, and the timestamp of staging says 2: the trust metadata was rolled back/,
    ],
    [{ targets: 3 }, /^The store shows targets 2, and the timestamp of staging says 3/],
  ])('rejects older trust metadata: %j', async (given, message) => {
    await expect(reject(await statement(7), given)).rejects.toThrow(untrusted(message));
  });

  test('accepts newer trust metadata', async () => {
    await expect(reject(await statement(7), { root: 0, targets: 1 })).resolves.toBeUndefined();
  });
});

test.each([
  [undefined, '2026-12-01T12:00:00Z'],
  ['2026-11-30T00:00:00Z', '2026-12-01T12:00:00Z'],
  ['2026-12-05T00:00:00Z', '2026-12-05T00:00:00Z'],
])('with a timestamp until %s a revision is fresh until %s', async (expires, until) => {
  const fresh = expires === undefined ? undefined : ({ expires } as Freshness);
  expect(freshUntil(fresh, await statement(1))).toBe(until);
});

describe('renewTimestamp', () => {
  test('signs the current revision and the trust metadata, with a higher version each time', async () => {
    const current = await statement(7);
    expect(await renewTimestamp(trustOf('admin'), 'staging', current)).toBe(true);
    expect(stored()).toMatchObject({ version: 1, revision: 7, sha256: hashOf(current), root: 1, targets: 2 });
    const next = await statement(8);
    expect(await renewTimestamp(trustOf('stranger', 'admin'), 'staging', next)).toBe(true);
    expect(stored()).toMatchObject({ version: 2, revision: 8, sha256: hashOf(next) });
  });

  test('does nothing without the online key', async () => {
    expect(await renewTimestamp(trustOf('Ada'), 'staging', await statement(7))).toBe(false);
    expect(trust.store.keys.has(key)).toBe(false);
  });

  test('replaces a damaged one', async () => {
    trust.store.keys.set(key, Buffer.from('{}'));
    expect(await renewTimestamp(trustOf('admin'), 'staging', await statement(7))).toBe(true);
    expect(stored()).toMatchObject({ version: 1, revision: 7 });
  });

  test('accepts that another process has just signed one, and no other failure', async () => {
    const failing = (code: 'conflict' | 'unavailable') => ({
      ...trustOf('admin'),
      store: { ...trust.store, swap: vi.fn(() => Promise.reject(new AppError(code, 'x'))) },
    });
    expect(await renewTimestamp(failing('conflict'), 'staging', await statement(7))).toBe(true);
    await expect(renewTimestamp(failing('unavailable'), 'staging', await statement(7))).rejects.toMatchObject(
      {
        code: 'unavailable',
      },
    );
    const broken = {
      ...trustOf('admin'),
      signer: { ...signerFor('admin'), sign: () => Promise.reject(new Error('x')) },
    };
    await expect(renewTimestamp(broken, 'staging', await statement(7))).rejects.toThrow('x');
  });
});
