/**
 * A hundred deploys are killed (`kill -9`) at random moments. After each, what the pointer names is whole: every document
 * and every file of it is there with its hash. On a folder and on a bucket.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { documentName, revisionBase } from '../store/keys';
import { publishedRelease } from '../release/candidate';
import { fileProblems } from '../checks/files';
import { type StoreForTest, storeKinds } from '../testing/stores';
import { testWorkspace, type TestWorkspace } from '../testing/workspace';
import { currentComposition, currentRevision } from './read';
import { releasesOf } from './record';

const KILLS = 100;
/** Milliseconds: on a busy machine there are fewer kills, and their number is printed. */
const LONGEST = 150_000;

/** One file, so that a process starts fast: it is started a hundred times. */
async function bundleDeployer(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(import.meta.dirname, '../testing/deployUntilKilled.ts'),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'deployUntilKilled.mjs', inlineDynamicImports: true } },
    },
    ssr: { noExternal: true },
  });
  return join(folder, 'deployUntilKilled.mjs');
}

describe.each(storeKinds)('on %s', (_kind, open) => {
  let opened: StoreForTest;
  let place: TestWorkspace;
  let deployer: string;
  beforeAll(async () => {
    opened = await open();
    place = testWorkspace(opened.address);
    deployer = await bundleDeployer(join(place.root, 'bundle'));
  }, 30_000);
  afterAll(async () => {
    place.remove();
    await opened.close();
  });

  /** What is wrong with what the environment runs now. */
  const problems = async (): Promise<string[]> => {
    const { store } = opened;
    const composition = await currentComposition(store, 'staging');
    if (!composition) return [];
    const base = revisionBase('staging', composition.revision);
    const candidates = await Promise.all(
      releasesOf(composition).map(([id, version]) => publishedRelease(store, id, version)),
    );
    const routes = candidates.flatMap(({ release }) => release.routes.map(({ path }) => path));
    const documents = await Promise.all(
      ['404', ...routes].map(async (route) => {
        const html = (await store.get(base + documentName(route)))?.toString() ?? '';
        return html.includes(`"revision":${String(composition.revision)},`) && html.endsWith('</html>\n')
          ? []
          : [`the document of ${route} is not whole`];
      }),
    );
    const files = await Promise.all(candidates.map((candidate) => fileProblems(candidate, true)));
    return [...documents, ...files].flat();
  };

  interface Deployer {
    /** Its next line, such as how long a deploy took. @throws when it ended by itself; what it said stands above */
    line(): Promise<string>;
    kill(): Promise<void>;
  }

  /** A process that deploys, from the moment its first deploy begins. */
  const start = async (round: number): Promise<Deployer> => {
    const child = spawn(process.execPath, [deployer, place.root, String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const line = async () => {
      const data = once(child.stdout, 'data') as Promise<[Buffer]>;
      const [said] = await Promise.race([data, exit.then(() => [undefined] as const)]);
      if (said === undefined) throw new Error('A process that should deploy ended by itself');
      return said.toString();
    };
    await line();
    return {
      line,
      async kill() {
        child.kill('SIGKILL');
        expect((await exit)[1], 'it deployed until it was killed').toBe('SIGKILL');
      },
    };
  };

  it(`is whole after each of ${String(KILLS)} kills`, async () => {
    const first = await start(0);
    const duration = Number((await first.line()).split('\n')[0]);
    await first.kill();

    const began = Date.now();
    let kills = 0;
    let moved = 0;
    for (let revision = 0; kills < KILLS && Date.now() - began < LONGEST;) {
      kills += 1;
      const child = await start(kills);
      await pause(Math.random() * 1.5 * duration);
      await child.kill();
      expect(await problems()).toEqual([]);
      const now = await currentRevision(opened.store, 'staging');
      expect(now).toBeGreaterThanOrEqual(revision);
      if (now > revision) moved += 1;
      revision = now;
    }
    console.log(
      `${String(kills)} kills in ${String(Date.now() - began)} ms; in ${String(moved)} the pointer had moved`,
    );
    // Some were killed before their pointer moved and some after, else nothing was tried.
    expect(kills).toBeGreaterThan(10);
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(kills);
  }, 300_000);
});
