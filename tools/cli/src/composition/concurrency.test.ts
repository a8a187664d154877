/** Many deploy at once: every one is in force, or is told of a conflict; nobody's is lost. On a folder and on a bucket. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAppError, type SliceRelease } from '@slipway/contracts';
import { builtRelease, type Candidate } from '../release/candidate';
import { publish } from '../release/publish';
import { shellRelease, sliceRelease, writeBuild } from '../testing/releases';
import { type StoreForTest, storeKinds } from '../testing/stores';
import { testWorkspace, type TestWorkspace } from '../testing/workspace';
import { deploy } from './deploy';
import { currentComposition, history } from './read';
import { partsOf } from './record';

const slices = ['auth', 'market', 'agents', 'deployments', 'billing'];
const DEPLOYS = 50;

/** A build of a slice that owns one route; `version` is any 16 digits. */
const releaseOf = (id: string, version: string): SliceRelease =>
  sliceRelease({
    id,
    version,
    routes: [{ path: `/${id}`, title: id, access: 'public' }],
    slots: [],
    preload: { [`/${id}`]: ['mf-manifest.json', 'page.js'] },
  });

describe.each(storeKinds)('on %s', (_kind, open) => {
  let opened: StoreForTest;
  let place: TestWorkspace;
  beforeAll(async () => {
    opened = await open();
    place = testWorkspace(opened.address);
  });
  afterAll(async () => {
    place.remove();
    await opened.close();
  });

  const change = (candidates: readonly Candidate[], author: string) =>
    deploy({
      workspace: place.workspace,
      environment: place.workspace.environment('staging'),
      store: opened.store,
      candidates,
      change: (now) =>
        new Map([...now, ...candidates.map(({ release }) => [release.id, release.version] as const)]),
      author,
      reason: `by ${author}`,
    });

  it(`takes ${String(DEPLOYS)} deploys of five slices at once, and its history is true`, async () => {
    const build = async (release: SliceRelease | ReturnType<typeof shellRelease>) =>
      builtRelease(await writeBuild(join(place.root, 'builds', `${release.id}-${release.version}`), release));
    await change([await build(shellRelease())], 'first');
    const wanted = await Promise.all(
      Array.from({ length: DEPLOYS }, async (_, index) => {
        const candidate = await build(
          releaseOf(slices[index % slices.length] ?? '', index.toString(16).padStart(16, '0')),
        );
        await publish(opened.store, candidate);
        return candidate;
      }),
    );

    const began = Date.now();
    const results = await Promise.allSettled(
      wanted.map((candidate, index) => change([candidate], `author-${String(index)}`)),
    );
    const won = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []));
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason as unknown);
    console.log(
      `${String(won.length)} revisions and ${String(refused.length)} conflicts in ${String(Date.now() - began)} ms`,
    );
    expect(won.length).toBeGreaterThanOrEqual(slices.length);
    expect(refused.every((error) => isAppError(error) && error.code === 'conflict')).toBe(true);

    // Replaying the history gives what runs; each line is one winner's, and every winner has one.
    const lines = [];
    for await (const line of history(opened.store, 'staging')) lines.unshift(line);
    const replayed = new Map<string, string | null>();
    for (const { composition, record } of lines) {
      for (const { part, from, to } of record.changes) {
        expect(replayed.get(part) ?? null).toBe(from);
        replayed.set(part, to);
      }
      expect(new Map(partsOf(composition))).toEqual(replayed);
    }
    expect(lines.map(({ record }) => record.author).sort()).toEqual(
      ['first', ...won.map((index) => `author-${String(index)}`)].sort(),
    );
    const composition = await currentComposition(opened.store, 'staging');
    expect(new Map(partsOf(composition))).toEqual(replayed);
    expect([...replayed.keys()].sort()).toEqual(['shell', ...slices].sort());
  }, 60_000);
});
