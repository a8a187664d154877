/**
 * Deploys from a machine whose clock is a day off: only the order of revisions and the store's clock count. The store is
 * real (a folder, and a bucket with its own clock); only `Date` of the deploying process is changed.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findings } from './doctor';
import { storeKinds } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { shellRelease, sliceRelease } from '../testing/releases';
import { revisionBase } from '../store/keys';
import { currentComposition, currentRevision, readComposition } from './read';
import { prunable } from './prune';

const isNightly = process.env['TEST_TIER'] === 'nightly';

const DAY = 86_400_000;
const why = ['--reason', 'a test'];
/** Not the fake one. No monotonic clock either: the time of a machine can be set while tests run. */
const realTime = () => vi.getRealSystemTime();
const setClock = (offset: number) => {
  vi.useFakeTimers({ now: realTime() + offset, toFake: ['Date'] });
};

/** A bucket has its own clock. At night, both clocks on both. */
const isSample = (kind: string, offset: number) => isNightly || (kind === 'a folder') === offset < 0;

describe.each(storeKinds)('on %s', (kind, open) => {
  let place: WorkspaceWithStore;
  const createdAt = async (environment: string) =>
    Date.parse((await currentComposition(place.store, environment))?.createdAt ?? '');

  beforeAll(async () => {
    place = await openWorkspace(open);
    place.writeEnvironment('production', {
      policy: { minimumTime: [{ environment: 'staging', minutes: 30 }] },
    });
    await place.build(shellRelease());
    await place.build(sliceRelease());
    await place.text('deploy', 'shell', 'market', '--env', 'staging', ...why);
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => place.close());

  const clocks = [
    ['a day ahead', DAY],
    ['a day behind', -DAY],
  ] as const;
  describe.each(clocks.filter(([, offset]) => isSample(kind, offset)))('and a clock %s', (_clock, offset) => {
    beforeEach(() => {
      setClock(offset);
    });

    it('gives a revision the time of the store (D7)', async () => {
      const before = await createdAt('staging');
      await place.build(sliceRelease({ owner: offset > 0 ? 'team-ahead' : 'team-behind' }));
      await place.text('deploy', 'market', '--env', 'staging', ...why);
      expect(Math.abs((await createdAt('staging')) - realTime())).toBeLessThan(10_000);
      expect(await createdAt('staging')).toBeGreaterThanOrEqual(before);
    });

    it('counts the minutes in another environment by its store (D7)', async () => {
      const error = await place.failure(
        'promote',
        '--all',
        '--from',
        'staging',
        '--to',
        'production',
        ...why,
      );
      expect(error).toMatch(
        /production requires 30 minutes in staging, and shell [0-9a-f]{8} has run there for 0/,
      );
    });

    it('prunes by the time of the store', async () => {
      const keepsAWeek = { keepDays: 1, address: 'https://{id}.example' };
      place.writeEnvironment('staging-family', keepsAWeek);
      const [family] = place.workspace.families();
      await place.text('deploy', 'market', '--env', 'staging-family/one', '--base', 'staging', ...why);
      expect((await prunable(place.store, family ? [family] : [])).previews).toEqual([]);
    });
  });

  it.runIf(isSample(kind, -DAY))(
    'passes a half-written revision of a fast clock, and doctor names it (D3)',
    async () => {
      const current = await currentRevision(place.store, 'staging');
      const orphan = {
        ...(await readComposition(place.store, 'staging', current)),
        revision: current + 1,
        createdAt: new Date(realTime() + DAY).toISOString(),
      };
      const key = `${revisionBase('staging', current + 1)}composition.json`;
      await place.store.create(key, Buffer.from(JSON.stringify(orphan)));
      const environment = place.workspace.environment('staging');
      const report = await findings(place.workspace, environment);
      expect(report).toContainEqual({
        subject: 'revisions',
        isHealthy: true,
        detail: expect.stringMatching(
          `revision ${String(current + 1)} was started and is not current: .* abandoned it. The next deploy waits 3 seconds`,
        ) as string,
      });

      // A wait for the time of that clock would be a day.
      await place.build(sliceRelease({ owner: 'another-team' }));
      await place.text('deploy', 'market', '--env', 'staging', ...why);
      await place.text('rollback', '--env', 'staging', ...why);
      expect(await currentRevision(place.store, 'staging')).toBe(current + 3);
      expect((await findings(place.workspace, environment)).map(({ subject }) => subject)).not.toContain(
        'revisions',
      );
    },
    20_000,
  );
});
