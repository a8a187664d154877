/**
 * For `bench/scale.ts`: a folder store with any number of small slices, and what a deploy of one of them costs. One file:
 * all of it works on that store.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import {
  builtRelease,
  type Candidate,
  currentComposition,
  deploy,
  documentName,
  findWorkspace,
  revisionBase,
  type Store,
} from '@slipway/cli';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { integrityOf } from '../tools/cli/src/release/integrity';
import { shellFiles, shellRelease, sliceRelease } from '../tools/cli/src/testing/releases';
import { storeFiles } from './storeFiles';

/** As a small slice of this repository has: the manifest, the container, a page, and chunks. */
const CHUNKS = 7;

const COMMAND = join(import.meta.dirname, '../tools/cli/bin/slipway.mjs');
/** A module that prints the microseconds of all threads of its process. */
const CPU_AT_EXIT = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(`cpu ${user + system}`); });",
)}`;

export const sliceId = (index: number) => `s${String(index)}`;

function writeFolder(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/**
 * Writes a build of a slice with one page. `seed` changes the page, so each one is another version. `release` has fields of
 * its description, such as what it requires of a real shell.
 */
export function writeSlice(
  folder: string,
  index: number,
  seed: number,
  release: Partial<SliceRelease> = {},
): string {
  const id = sliceId(index);
  const named = (name: string) =>
    `${name}.${integrityOf(Buffer.from(id + name))
      .replace(/\W/g, '')
      .slice(-16)}.js`;
  const text = (name: string) => `/* ${id} ${name} */\n`.repeat(40);
  const page = named('page');
  const chunks = Array.from({ length: CHUNKS }, (_, chunk) => named(`chunk${String(chunk)}`));
  const files: Record<string, string> = {
    'mf-manifest.json': JSON.stringify({ id }),
    'remoteEntry.js': text('entry'),
    [page]: `${text('page')}/* ${String(seed)} */`,
    ...Object.fromEntries(chunks.map((chunk) => [chunk, text(chunk)])),
  };
  const description = sliceRelease({
    ...release,
    ...{ id, owner: `team-${id}`, slots: [] },
    files: Object.fromEntries(
      Object.entries(files).map(([path, content]) => {
        const bytes = Buffer.from(content);
        return [path, { size: bytes.length, integrity: integrityOf(bytes) }];
      }),
    ),
    routes: [{ path: `/${id}`, title: `Page of ${id}`, access: 'public' }],
    preload: { [`/${id}`]: ['mf-manifest.json', 'remoteEntry.js', ...chunks.slice(0, 3), page] },
  });
  return writeFolder(folder, { ...files, 'release.json': JSON.stringify(description) });
}

export interface DeployCost {
  /** Milliseconds. */
  time: number;
  /** Milliseconds of processor time, which other work on the machine changes less. */
  cpu: number;
  /** Bytes written, without the files of the release. */
  bytes: number;
}

export interface StoreBench {
  slices: number;
  deployOnce(): Promise<DeployCost>;
  /** The same as a user does it: `slipway deploy` in a new process, with its start. */
  deployByCommand(): Omit<DeployCost, 'bytes'>;
  /** For `bench/teams.ts`: the store, whose clock stands still until it is set. */
  store: Store;
  time(): number;
  setTime(milliseconds: number): void;
  /** Deploys a new release of a slice. Any number of them at once. */
  deployTeam(index: number): Promise<{ id: string; version: string; time: number }>;
  /** Slice to the version that runs. */
  running(): Promise<Record<string, string>>;
  /** The size of all files; links to the same bytes count once. */
  bytes(): Promise<number>;
  /** Bytes of a document: of the shell's page and of a slice's. */
  documents(): Promise<{ shell: number; slice: number; compressed: number }>;
  remove(): void;
}

/** Makes the store, with every slice deployed. `links` are fields of the shell's release. */
export async function storeWith(slices: number, shell: Partial<ShellRelease> = {}): Promise<StoreBench> {
  const place = mkdtempSync(join(tmpdir(), 'slipway-scale-'));
  const store = join(place, 'store');
  writeFolder(place, {
    'nx.json': '{}',
    'environments/staging.json': JSON.stringify({
      ...{ name: 'staging', store, address: 'https://staging.example' },
      backend: { url: 'https://backend.example', publishableKey: 'sb_publishable_bench' },
    }),
  });
  const shellFolder = writeFolder(join(place, 'shell'), {
    ...shellFiles,
    'release.json': JSON.stringify(shellRelease(shell)),
  });
  const workspace = findWorkspace(place, { SLIPWAY_OWN_STORE: '1' });
  const environment = workspace.environment('staging');
  let simulated: number | undefined;
  /** Another object each time, as for another process: results for one are kept. */
  const clocked = async (): Promise<Store> => {
    const opened = await workspace.store(environment);
    return { ...opened, now: async () => simulated ?? opened.now() };
  };
  const run = async (candidates: readonly Candidate[]) =>
    deploy({
      ...{ workspace, environment, store: await clocked(), candidates },
      edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
      ...{ author: 'bench', reason: 'bench' },
    });
  const files = storeFiles(store);
  let seed = 0;
  const build = (index: number) =>
    builtRelease(writeSlice(join(place, 'builds', sliceId(index), String(seed)), index, seed));
  const all = await Promise.all(Array.from({ length: slices }, (_, index) => build(index)));
  await run([await builtRelease(shellFolder), ...all]);

  return {
    slices,
    store: await clocked(),
    time: () => simulated ?? Date.now(),
    setTime(milliseconds) {
      simulated = milliseconds;
    },
    async deployTeam(index) {
      seed += 1;
      const candidate = await build(index);
      const began = performance.now();
      await run([candidate]);
      const { id, version } = candidate.release;
      rmSync(candidate.place, { recursive: true });
      return { id, version, time: performance.now() - began };
    },
    async running() {
      const { slices: found = {} } = (await currentComposition(await clocked(), 'staging')) ?? {};
      return Object.fromEntries(Object.entries(found).map(([id, slice]) => [id, slice.version]));
    },
    bytes: () => files.bytes(),
    async deployOnce() {
      seed += 1;
      const candidate = await build(seed % slices);
      await files.written();
      const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
      await run([candidate]);
      const time = performance.now() - began;
      const { user, system } = process.cpuUsage(cpuBefore);
      const cpu = (user + system) / 1_000;
      const { id, version } = candidate.release;
      const others = (await files.written()).filter(({ path }) => !path.includes(`/${id}/${version}/`));
      if (process.env['BENCH_FILES'] !== undefined)
        for (const { path, bytes } of others.sort((a, b) => b.bytes - a.bytes).slice(0, 12))
          console.error(String(bytes), path.slice(store.length));
      return { time, cpu, bytes: others.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    deployByCommand() {
      seed += 1;
      const index = seed % slices;
      const app = join(place, 'apps', sliceId(index));
      rmSync(app, { recursive: true, force: true });
      writeSlice(join(app, 'dist'), index, seed);
      writeFileSync(join(app, 'slice.manifest.js'), '');
      const command = ['deploy', sliceId(index), '--env', 'staging', '--reason', 'bench'];
      const began = performance.now();
      const { status, stderr } = spawnSync(process.execPath, ['--import', CPU_AT_EXIT, COMMAND, ...command], {
        ...{ cwd: place, encoding: 'utf8' },
        env: { ...process.env, SLIPWAY_OWN_STORE: '1', SLIPWAY_AUTHOR: 'bench' },
      });
      const time = performance.now() - began;
      const cpu = Number(/cpu (\d+)\s*$/.exec(stderr)?.[1]) / 1_000;
      if (status !== 0 || Number.isNaN(cpu)) throw new Error(`slipway ${command.join(' ')}: ${stderr}`);
      return { time, cpu };
    },
    async documents() {
      const opened = await workspace.store(environment);
      const { revision = 0 } = (await currentComposition(opened, 'staging')) ?? {};
      const read = async (path: string) =>
        (await opened.get(revisionBase('staging', revision) + documentName(path))) ?? Buffer.alloc(0);
      const [home, page] = [await read('/'), await read(`/${sliceId(0)}`)];
      return { shell: home.length, slice: page.length, compressed: brotliCompressSync(page).length };
    },
    remove() {
      files.end();
      rmSync(place, { recursive: true, force: true });
    },
  };
}
