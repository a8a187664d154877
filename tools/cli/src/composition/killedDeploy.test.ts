/**
 * Deploys are killed (`kill -9`) at random moments. After each kill, whatever the pointer names is complete: every
 * document and every file is there with its hash. `TEST_TIER=nightly` kills a hundred times on each kind of store, else
 * once on a folder: what a deploy writes before and after the pointer moves is the same code on both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { documentName, revisionBase } from '../store/keys';
import { publishedRelease, servedRelease } from '../release/candidate';
import { fileFailures } from '../checks/files';
import { stores } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { currentComposition, currentRevision } from './read';
import { releasesIn } from './selection';

const isNightly = process.env['TEST_TIER'] === 'nightly';
const KILLS = isNightly ? 100 : 1;
/** Milliseconds. A slow machine manages fewer kills; the test prints how many. */
const TIME_LIMIT = isNightly ? 150_000 : 20_000;
/** Also on a slow machine. */
const LEAST_KILLS = isNightly ? 11 : 1;

/** Bundled into one file, because a process starts from it for every kill. */
async function bundleDeployer(folder: string): Promise<string> {
  // The library of deltas reads a file that is beside it.
  const beside = dirname(createRequire(import.meta.url).resolve('@bokuweb/zstd-wasm'));
  const banner = `const __dirname = ${JSON.stringify(beside)};`;
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(import.meta.dirname, '../testing/deployUntilKilled.ts'),
      outDir: folder,
      rollupOptions: {
        output: { entryFileNames: 'deployUntilKilled.mjs', codeSplitting: false, banner },
      },
    },
    ssr: { noExternal: true },
  });
  return join(folder, 'deployUntilKilled.mjs');
}

interface Deployer {
  /** Its next line of output: how long a deploy took. @throws when the process ends by itself */
  line(): Promise<string>;
  kill(): Promise<void>;
}

/** Starts a process that deploys. Resolves when its first deploy begins. */
async function startDeployer(script: string, root: string, number: number): Promise<Deployer> {
  const child = spawn(process.execPath, [script, root, String(number)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const line = async () => {
    const data = once(child.stdout, 'data') as Promise<[Buffer]>;
    const [output] = await Promise.race([data, exit.then(() => [undefined] as const)]);
    if (output === undefined) throw new Error('The deployer ended by itself; its error is above');
    return output.toString();
  };
  await line();
  return {
    line,
    async kill() {
      child.kill('SIGKILL');
      expect((await exit)[1], 'the deployer ran until it was killed').toBe('SIGKILL');
    },
  };
}

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  let script: string;
  beforeAll(async () => {
    place = await openWorkspace(open);
    script = await bundleDeployer(join(place.root, 'bundle'));
  }, 30_000);
  afterAll(() => place.close());

  const start = (number: number) => startDeployer(script, place.root, number);

  /** Documents and files that the current composition needs and that are missing or damaged. */
  const damage = async (): Promise<string[]> => {
    const { store } = place;
    const composition = await currentComposition(store, 'staging');
    if (!composition) return [];
    const base = revisionBase('staging', composition.revision);
    const candidates = await Promise.all(
      releasesIn(composition).map(({ id, version }) => publishedRelease(store, id, version)),
    );
    const routes = candidates.flatMap(({ release }) => release.routes.map(({ path }) => path));
    const documents = await Promise.all(
      ['404', ...routes].map(async (route) => {
        const html = (await store.get(base + documentName(route)))?.toString() ?? '';
        return html.includes(`"revision":${String(composition.revision)},`) && html.endsWith('</html>\n')
          ? []
          : [`the document of ${route} is incomplete`];
      }),
    );
    const served = candidates.map(({ release }) => servedRelease(store, 'staging', release));
    const files = await Promise.all(
      [...candidates, ...served].map((candidate) => fileFailures(candidate, true)),
    );
    return [...documents, ...files].flat();
  };

  it(`stays complete after each of ${String(KILLS)} kills, and the next deploy works`, async () => {
    const first = await start(0);
    const duration = Number((await first.line()).split('\n')[0]);
    await first.kill();

    const began = Date.now();
    let kills = 0;
    let moved = 0;
    // All may come too early: repeat until some came after the pointer moved and some before.
    const isOneSided = () => isNightly && (moved === 0 || moved === kills);
    const hasTime = () => kills < LEAST_KILLS || Date.now() - began < TIME_LIMIT;
    for (let revision = 0; (kills < KILLS || isOneSided()) && hasTime();) {
      kills += 1;
      const deployer = await start(kills);
      await pause(Math.random() * 1.5 * duration);
      await deployer.kill();
      expect(await damage()).toEqual([]);
      const now = await currentRevision(place.store, 'staging');
      expect(now).toBeGreaterThanOrEqual(revision);
      if (now > revision) moved += 1;
      revision = now;
    }
    console.log(
      `${String(kills)} kills in ${String(Date.now() - began)} ms; ${String(moved)} came after the pointer had moved`,
    );
    if (isNightly) {
      // Otherwise the kills all hit the same side of the move.
      expect(moved).toBeGreaterThan(0);
      expect(moved).toBeLessThan(kills);
    }

    const before = await currentRevision(place.store, 'staging');
    const last = await start(kills + 1);
    await last.line();
    await last.kill();
    expect(await currentRevision(place.store, 'staging')).toBeGreaterThan(before);
    expect(await damage()).toEqual([]);
  }, 300_000);
});
