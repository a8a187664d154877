/** The proof of an environment: complete for an outsider, the same for the same state, and rejected when it is damaged. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { publicBase, releaseBase } from '../store/keys';
import { idOf } from '../testing/keyOwners';
import { shellRelease } from '../testing/releases';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  firstDeploy,
  marketRelease,
  openSharedStore,
  type SharedStore,
} from '../testing/trust';
import type { Trust } from './open';
import { proofKey, rootKey, statementKey, targetsKey, timestampKey } from './paths';
import { parseProof, type Proof, rootsOf, versionOf, writeProof } from './proof';
import { renewTimestamp } from './timestamps';

const key = proofKey('staging');
let shared: SharedStore;
let trust: Trust;
const read = async () => (await shared.bytes(key)).toString();
const proof = async () => parseProof(await read(), 'The proof');
const folderOf = (id: string, version: string) => publicBase('staging', id, version).slice(0, -1);
const signedFilesOf = async (id: string, version: string) =>
  (await shared.store.list(folderOf(id, version))).filter((name) => name.endsWith('.signed.json'));

beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
  trust = await shared.open(['admin']);
});
afterAll(() => shared.close());

describe('a proof', () => {
  it('of a deploy, which reads no statement again, is the one of a later reading', async () => {
    const swap = vi.fn(trust.store.swap);
    await writeProof({ ...trust, store: { ...trust.store, swap } }, 'staging');
    expect(swap).not.toHaveBeenCalled();
  });

  it('has all roots, the targets, the statement and every release', async () => {
    const { roots, targets, statement, releases, timestamp, replaced } = await proof();
    expect(roots).toEqual([(await shared.bytes(rootKey(1))).toString()]);
    expect(JSON.parse(targets)).toEqual(JSON.parse((await shared.bytes(targetsKey(2))).toString()));
    expect(JSON.parse(statement)).toEqual(
      JSON.parse((await shared.bytes(statementKey('staging', 1))).toString()),
    );
    expect(versionOf(statement)).toBe(1);
    expect(releases.map(({ id }) => id).sort()).toEqual(['billing', 'market', 'shell']);
    expect([timestamp, replaced]).toEqual([null, undefined]);
  });

  it('names a file for each release, beside its files', async () => {
    for (const { id, version } of [marketRelease(), billingRelease(), shellRelease()])
      expect(await signedFilesOf(id, version)).toHaveLength(1);
  });

  it('has the timestamp once there is one', async () => {
    const state = await shared.verify('staging');
    if (!state) throw new Error('nothing runs');
    await renewTimestamp(trust, 'staging', state.statement);
    await writeProof(trust, 'staging');
    expect((await proof()).timestamp).toBe((await shared.bytes(timestampKey('staging'))).toString());
  });

  it('has signatures that were added later, where its own do not suffice', async () => {
    const production = shared.workspace.environment('production');
    const releases = [shellRelease(), marketRelease(), billingRelease()];
    const deployed = await shared.deploy(['Ada', 'platform', 'market', 'billing'], releases, {
      environment: production,
    });
    expect(deployed.missing).toBe(1);
    await shared.as(['Bea'], 'trust', 'sign', '--env', 'production', '--revision', '1');
    const text = (await shared.bytes(proofKey('production'))).toString();
    const { signatures } = JSON.parse(parseProof(text, '').statement) as { signatures: { keyid: string }[] };
    expect(signatures.map(({ keyid }) => keyid).sort()).toEqual([idOf('Ada'), idOf('Bea')].sort());
  });
});

describe('writeProof', () => {
  const swapping = (swap: Trust['store']['swap']) => ({ ...trust, store: { ...trust.store, swap } });

  it('does not write what is there already', async () => {
    await writeProof(trust, 'staging');
    const swap = vi.fn(trust.store.swap);
    await writeProof(swapping(swap), 'staging');
    expect(swap).not.toHaveBeenCalled();
  });

  it('does nothing before the first deploy', async () => {
    await writeProof(trust, 'nothing');
    expect(await shared.store.get(proofKey('nothing'))).toBeUndefined();
  });

  it('replaces a damaged one, with the files of all releases', async () => {
    const before = await read();
    await shared.store.swap(key, before, '{"damaged": true}');
    const { id, version } = marketRelease();
    const [name = ''] = await signedFilesOf(id, version);
    await shared.store.remove(`${folderOf(id, version)}/${name}`);
    await writeProof(trust, 'staging');
    expect(await read()).toBe(before);
    expect(await signedFilesOf(id, version)).toEqual([name]);
  });

  it('writes missing files of known releases only to repair them', async () => {
    const { id, version } = billingRelease();
    const [name = ''] = await signedFilesOf(id, version);
    await shared.store.remove(`${folderOf(id, version)}/${name}`);
    await writeProof(trust, 'staging');
    expect(await signedFilesOf(id, version)).toEqual([]);
    await writeProof(trust, 'staging', { isRepair: true });
    expect(await signedFilesOf(id, version)).toEqual([name]);
  });

  it('tries again while others write it, ten times at most', async () => {
    await shared.store.swap(key, await read(), '{}');
    let conflicts = 2;
    const conflict = new AppError('conflict', 'x');
    const sometimes = vi.fn((...given: Parameters<Trust['store']['swap']>) =>
      (conflicts -= 1) >= 0 ? Promise.reject(conflict) : trust.store.swap(...given),
    );
    await writeProof(swapping(sometimes), 'staging');
    expect(sometimes).toHaveBeenCalledTimes(3);
    expect((await proof()).releases).toHaveLength(3);

    await shared.store.swap(key, await read(), '{}');
    const always = vi.fn(() => Promise.reject(conflict));
    await expect(writeProof(swapping(always), 'staging')).rejects.toBe(conflict);
    expect(always).toHaveBeenCalledTimes(10);
    const down = vi.fn(() => Promise.reject(new AppError('unavailable', 'x')));
    await expect(writeProof(swapping(down), 'staging')).rejects.toMatchObject({ code: 'unavailable' });
    expect(down).toHaveBeenCalledTimes(1);
  });

  it('rejects a release whose description was altered', async () => {
    const { id, version } = billingRelease();
    const description = `${releaseBase(id, version)}release.json`;
    await shared.altered({ [description]: Buffer.from('{}') }, async () => {
      const fresh = await shared.open(['admin']); // one that has not verified the release yet
      await expect(writeProof(fresh, 'staging')).rejects.toMatchObject({ code: 'slice_untrusted' });
    });
  });
});

describe('parseProof', () => {
  const hash = 'A'.repeat(43);
  const whole: Proof = {
    ...{ roots: ['a'], targets: 'b', timestamp: null, statement: 'c' },
    releases: [
      { id: 'billing', version: '1', hash },
      { id: 'market', version: '1', description: '{}', signed: '{}' },
    ],
  };

  it('accepts releases by hash, and with their texts', () => {
    expect(parseProof(JSON.stringify(whole), 'x')).toEqual(whole);
    const replaced = [{ statement: 's', composition: 'c' }];
    expect(parseProof(JSON.stringify({ ...whole, replaced }), 'x')).toEqual({ ...whole, replaced });
  });

  it.each([
    ['nonsense'],
    [JSON.stringify({ ...whole, roots: undefined })],
    [JSON.stringify({ ...whole, releases: [{ id: 'billing', version: '1', hash: `${hash}A` }] })],
    [JSON.stringify({ ...whole, releases: [{ id: 'billing', version: '1', hash: `../${hash.slice(3)}` }] })],
    [JSON.stringify({ ...whole, releases: [{ id: 'billing', version: '1', description: '{}' }] })],
    [JSON.stringify({ ...whole, replaced: [{ statement: 's' }] })],
  ])('rejects %s', (text) => {
    expect(() => parseProof(text, 'The proof of staging')).toThrow(
      expect.objectContaining({
        code: 'slice_untrusted',
        message: 'The proof of staging is not a proof: it was altered, or another server responds',
      }) as Error,
    );
  });

  it('has its roots by version', async () => {
    const root = rootsOf({ ...whole, roots: ['one', 'two'] });
    expect((await root(1))?.toString()).toBe('one');
    expect((await root(2))?.toString()).toBe('two');
    expect(await root(3)).toBeUndefined();
  });
});
