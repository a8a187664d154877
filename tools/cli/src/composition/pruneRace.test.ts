/** A prune and a deploy at the same time, on a folder and on a bucket. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtRelease } from '../release/candidate';
import { publicBase } from '../store/keys';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from '../testing/releases';
import { storeKinds } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import { prunable, prune } from './prune';

const DAY = 86_400_000;
/** Milliseconds, more than a deploy takes. */
const SLOW = 1_500;

const [first, second] = [sliceRelease({ owner: 'one' }), sliceRelease({ owner: 'two' })];
const folder = publicBase('staging', 'market', first.version).slice(0, -1);

describe.each(storeKinds)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeEach(async () => {
    place = await openWorkspace(open);
  });
  afterEach(() => place.close());

  const run = async (...releases: readonly (typeof first | ReturnType<typeof shellRelease>)[]) =>
    deploy({
      ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
      ...{ store: place.store, author: 'Ada', reason: 'a test' },
      candidates: await Promise.all(
        releases.map(async (release) => builtRelease(await place.build(release))),
      ),
      edits: { stable: new Map(releases.map(({ id, version }) => [id, version])) },
    });

  it('a release that a prune is removing is complete after a deploy of it', async () => {
    await run(shellRelease(), first);
    await run(second);
    await run(sliceRelease({ owner: 'three' })); // the first is no longer a fallback
    let isRemoving = (): void => undefined;
    const removing = new Promise<void>((resolve) => (isRemoving = resolve));
    const slow: Store = {
      ...place.store,
      async remove(key) {
        if (key === folder) {
          isRemoving();
          await pause(SLOW);
        }
        await place.store.remove(key);
      },
    };
    const unused = await prunable(place.store, [], Date.now() + 31 * DAY);
    expect(unused.files.map(({ version }) => version)).toContain(first.version);
    const pruned = prune(slow, unused);
    await removing;
    await run(first);
    await pruned;
    expect([...(await place.store.sizes(folder)).keys()].filter((key) => key.endsWith('/page.js'))).toEqual([
      `${folder}/page.js`,
    ]);
    expect(await place.store.list('turns/staging')).toEqual([]);
  });
});
