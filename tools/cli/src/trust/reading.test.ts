/** Who made and approved a revision, by its signatures: never by a record that was altered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '@slipway/contracts';
import { settingsOf } from '../environment/settings';
import { revisionBase } from '../store/keys';
import { testEnvironment } from '../testing/compositions';
import { openFolderStore } from '../testing/stores';
import { billingRelease, firstDeploy, openSharedStore, type SharedStore } from '../testing/trust';
import { statementKey } from './paths';
import { type Authors, readAuthors } from './reading';

const record = `${revisionBase('staging', 2)}record.json`;
const since = { revision: 2, at: '2020-01-01T00:00:00.000Z', author: 'from the record' };
const billing = { kind: 'stable', app: 'billing' } as const;
let shared: SharedStore;

beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
  await shared.deploy(['Bea', 'billing'], [billingRelease('others')]);
});
afterAll(() => shared.close());

const authorsOn = (store = shared.store): Promise<Authors> =>
  readAuthors({
    ...{
      options: shared.trustOf([]),
      store: { ...store },
      environment: { name: 'staging', root: undefined },
    },
  });

describe('the author', () => {
  it('is the owner of the key that signed', async () => {
    const authors = await authorsOn();
    expect([await authors.of(1), await authors.of(2)]).toEqual(['Ada', 'Bea']);
  });

  it('of a revision without a statement is unsigned', async () => {
    expect(await (await authorsOn()).of(7)).toBe('unsigned');
  });

  it.each([
    ['whose record was altered', record, Buffer.from('{"author":"Eve"}')],
    ['whose record is missing', record, undefined],
    ['whose statement was altered', statementKey('staging', 2), Buffer.from('{}')],
  ])('of a revision %s is unverified', async (_how, key, bytes) => {
    await shared.altered({ [key]: bytes }, async () => {
      const authors = await authorsOn();
      expect(await authors.of(2)).toBe('unverified');
      expect(await authors.of(1)).toBe('Ada');
    });
  });

  it('of a statement without a valid signature is unsigned', async () => {
    const statement = JSON.parse((await shared.bytes(statementKey('staging', 2))).toString()) as object;
    const stripped = Buffer.from(JSON.stringify({ ...statement, signatures: [] }));
    await shared.altered({ [statementKey('staging', 2)]: stripped }, async () => {
      expect(await (await authorsOn()).of(2)).toBe('unsigned');
    });
  });

  it('is unsigned in a store whose trust cannot be opened', async () => {
    const unsigned = await readAuthors({
      options: { ...shared.trustOf([]), pinnedRoot: () => undefined, home: shared.freshHome() },
      ...{ store: { ...shared.store }, environment: { name: 'staging', root: undefined } },
    });
    expect(await unsigned.of(2)).toBe('unsigned');
    expect(await unsigned.approversOf(2)).toEqual([]);
    expect(await unsigned.breakGlass()).toEqual([]);
    expect(await unsigned.since(billing, since)).toEqual({ ...since, author: 'unsigned' });
  });

  it('is read once', async () => {
    let reads = 0;
    const authors = await authorsOn({
      ...shared.store,
      get: (key: string) => {
        if (key === record) reads += 1;
        return shared.store.get(key);
      },
    });
    await authors.of(2);
    await authors.since(billing, since);
    expect(reads).toBe(1);
  });

  it('fails while the store is unreachable', async () => {
    const authors = await authorsOn({
      ...shared.store,
      get: (key: string) =>
        key === record ? Promise.reject(new AppError('unavailable', 'down')) : shared.store.get(key),
    });
    await expect(authors.of(2)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('since', () => {
  it('has the time and the author of the statement, not those of the record', async () => {
    const found = await (await authorsOn()).since(billing, since);
    expect(found).toMatchObject({ revision: 2, author: 'Bea' });
    expect(Date.parse(found.at)).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it.each([
    { kind: 'stable', app: 'market' },
    { kind: 'canary', app: 'billing' },
  ] as const)('is unverified for what the revision did not change: %j', async (row) => {
    expect((await (await authorsOn()).since(row, since)).author).toBe('unverified');
  });

  it('keeps the time of the record when nothing proves another one', async () => {
    await shared.altered({ [record]: undefined }, async () => {
      expect(await (await authorsOn()).since(billing, since)).toEqual({ ...since, author: 'unverified' });
    });
  });
});

describe('approvals', () => {
  it('are empty without a policy', async () => {
    const authors = await authorsOn();
    expect(await authors.approversOf(2)).toEqual([]);
    expect(await authors.breakGlass()).toEqual([]);
  });

  it('lists break-glass changes that have no approval, and nothing when the history was altered', async () => {
    const policy = { breakGlass: ['Bea'], approvals: { count: 1, by: ['Ada'] } };
    const settings = settingsOf(testEnvironment('staging', { policy }));
    await shared.deploy(['Ada'], [], { settings });
    await shared.deploy(['Bea', 'billing'], [billingRelease('urgent')], {
      isBreakGlass: true,
      reason: 'urgent',
    });
    expect(await (await authorsOn()).breakGlass()).toMatchObject([
      { revision: 4, author: 'Bea', reason: 'urgent' },
    ]);
    await shared.altered({ [statementKey('staging', 4)]: Buffer.from('{}') }, async () => {
      const authors = await authorsOn();
      expect(await authors.breakGlass()).toEqual([]);
      expect(await authors.approversOf(4)).toEqual([]);
    });
    const composition = `${revisionBase('staging', 4)}composition.json.gz`;
    await shared.altered({ [composition]: Buffer.from('{}') }, async () => {
      expect(await (await authorsOn()).breakGlass()).toMatchObject([{ revision: 4, author: 'Bea' }]);
    });
  });
});
