/** Deploys that finish while another one runs: each builds on the result of the one before, or fails without an effect. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError, type SliceRelease } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { publicBase, revisionBase, revisionsFolder } from '../store/keys';
import type { Store } from '../store/store';
import { billingRelease } from '../testing/trust';
import { shellRelease, sliceRelease } from '../testing/releases';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import { currentComposition, readComposition } from './read';
import { selectionOf } from './selection';

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;

beforeAll(async () => {
  prepared = await prepareWorkspace(async (opened) => {
    place = opened;
    await run('first', [shellRelease(), sliceRelease(), billingRelease('one')]);
  });
});
beforeEach(() => {
  place = prepared.reset();
});
afterAll(() => prepared.close());

async function requestOf(
  author: string,
  releases: readonly (SliceRelease | ReturnType<typeof shellRelease>)[],
  store: Store = place.store,
) {
  const candidates = await Promise.all(
    releases.map(async (release) => builtRelease(await place.build(release))),
  );
  return {
    ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
    ...{ store, candidates, author, reason: `by ${author}` },
    edits: { stable: new Map(releases.map(({ id, version }) => [id, version])) },
  };
}
const run = async (...given: Parameters<typeof requestOf>) => deploy(await requestOf(...given));
const versionsNow = async () => {
  const { stable } = selectionOf(await currentComposition(place.store, 'staging'));
  return [stable.get('market'), stable.get('billing')];
};

/** The store of a process without permission to queue. */
const withoutQueue = (name: string): Store => ({
  ...place.store,
  address: `${place.store.address}#${name}`,
  create: (key, ...given) =>
    key.startsWith('turns/')
      ? Promise.reject(new AppError('forbidden', 'denied'))
      : place.store.create(key, ...given),
});

/** A store in which `other` finishes just before a deploy claims its number. */
function overtakenBy(other: () => Promise<unknown>): Store {
  const store = withoutQueue('overtaken');
  let isOvertaken = false;
  return {
    ...store,
    async create(key, ...given) {
      if (key === `${revisionBase('staging', 2)}composition.json` && !isOvertaken) {
        isOvertaken = true;
        await other();
      }
      return store.create(key, ...given);
    },
  };
}
/** A promise that another deploy waits for, and the function that resolves it. */
function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}
const market = sliceRelease({ owner: 'two' });

it('a deploy that was overtaken by one of another slice applies its change to the result', async () => {
  const billing = billingRelease('two');
  const store = overtakenBy(() => run('Bea', [billing], withoutQueue('other')));
  const { composition, record } = await run('Ada', [market], store);
  expect([composition.revision, record.previous]).toEqual([3, 2]);
  expect(record.changes.map(({ app }) => app)).toEqual(['market']);
  expect(await versionsNow()).toEqual([market.version, billing.version]);
});

it('a deploy that was overtaken by one of the same slice fails, and changes nothing', async () => {
  const other = sliceRelease({ owner: 'three' });
  const store = overtakenBy(() => run('Bea', [other], withoutQueue('other')));
  await expect(run('Ada', [market], store)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Bea has just changed market in staging (revision 2): check slipway status, then deploy again',
  });
  const current = await currentComposition(place.store, 'staging');
  expect([current?.revision, current?.slices['market']?.version]).toEqual([2, other.version]);
});

it('two deploys of different slices at the same time both happen, one after the other', async () => {
  const billing = billingRelease('two');
  const requests = [await requestOf('Ada', [market]), await requestOf('Bea', [billing])];
  const records = (await Promise.all(requests.map(deploy))).map(({ record }) => record);
  expect(records.map(({ previous }) => previous).sort()).toEqual([1, 2]);
  expect(records.map(({ changes }) => changes.map(({ app }) => app))).toEqual([['market'], ['billing']]);
  expect(await versionsNow()).toEqual([market.version, billing.version]);
});

it('of two deploys of one slice at the same time, the second fails', async () => {
  const other = sliceRelease({ owner: 'three' });
  const requests = [await requestOf('Ada', [market]), await requestOf('Bea', [other])];
  const both = await Promise.allSettled(requests.map(deploy));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [reason] = both.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(reason).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^(?:Ada|Bea) has just changed market in staging/) as string,
  });
  const [isFirst] = both.map(({ status }) => status === 'fulfilled');
  expect((await versionsNow())[0]).toBe(isFirst ? market.version : other.version);
});

it('a deploy waits for one that has its number and not its pointer yet', async () => {
  const [claimed, gate] = [signal(), signal()];
  const slow: Store = {
    ...withoutQueue('slow'),
    async swap(...given) {
      claimed.give();
      await gate.given;
      return place.store.swap(...given);
    },
  };
  const billing = billingRelease('two');
  const bea = run('Bea', [billing], slow);
  await claimed.given;
  let looks = 0;
  const patient: Store = {
    ...withoutQueue('patient'),
    list(folder) {
      if (folder === revisionsFolder('staging') && (looks += 1) === 2) gate.give();
      return place.store.list(folder);
    },
  };
  const ada = run('Ada', [market], patient).finally(() => {
    gate.give();
  });
  const both = (await Promise.all([bea, ada])).map(({ record }) => [record.previous, record.author]);
  expect(both).toEqual([
    [1, 'Bea'],
    [2, 'Ada'],
  ]);
  expect(await versionsNow()).toEqual([market.version, billing.version]);
});

it('files that a prune removes while a deploy runs are copied again before it ends', async () => {
  const folder = publicBase('staging', 'market', market.version);
  const pruned: Store = {
    ...place.store,
    async create(key, ...given) {
      if (key === `${revisionBase('staging', 2)}composition.json`)
        await place.store.remove(folder.slice(0, -1));
      return place.store.create(key, ...given);
    },
  };
  await run('Ada', [market], pruned);
  expect(await place.store.get(`${folder}page.js`)).toBeDefined();
});

it('a deploy that fails lets the next one begin at once', async () => {
  await expect(run('Ada', [sliceRelease({ contract: 2 })])).rejects.toMatchObject({
    code: 'slice_incompatible',
  });
  expect(await place.store.list('turns/staging')).toEqual([]);
  expect(await run('Bea', [market])).toMatchObject({ isWritten: true });
});

it('an error of the store while a revision is written ends the deploy, and the pointer stays', async () => {
  const failing: Store = { ...place.store, swap: () => Promise.reject(new Error('the network failed')) };
  await expect(run('Ada', [market], failing)).rejects.toThrow('the network failed');
  expect((await currentComposition(place.store, 'staging'))?.revision).toBe(1);
  expect(await place.store.list('turns/staging')).toEqual([]);
});

it('a rollback of one slice keeps what others have deployed since', async () => {
  const billing = billingRelease('two');
  await run('Ada', [market]);
  await run('Bea', [billing]);
  const rollbackTo = await readComposition(place.store, 'staging', 1);
  const version = selectionOf(rollbackTo).stable.get('market');
  const { record } = await deploy({
    ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
    ...{ store: place.store, candidates: [], rollbackTo, author: 'Cid', reason: 'back' },
    edits: { stable: new Map([['market', version]]) },
  });
  expect(record).toMatchObject({ author: 'Cid', reason: 'back', previous: 3 });
  expect(await versionsNow()).toEqual([version, billing.version]);
});
