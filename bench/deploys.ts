/**
 * The time of a deploy, with and without signatures: `npx tsx bench/deploys.ts <commit>`. Clones the repository at that
 * commit, by default the last one without signatures, and deploys a new release of one of six slices again and again,
 * alternately with both versions: with the command into a folder, and without the start of a process into a folder and into
 * a bucket whose responses take 10 ms. The last column counts the requests of a deploy to the bucket, before and now.
 * `npx tsx bench/deploys.ts <commit> 300` measures only a bucket with this latency, in which the milliseconds divided by the
 * latency are the requests that wait for each other.
 * One file, because every part of it is about the same two checkouts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as CandidateModule from '../tools/cli/src/release/candidate';
import type * as DeployModule from '../tools/cli/src/composition/deploy';
import type * as WorkspaceModule from '../tools/cli/src/environment/workspace';
import { integrityOf } from '../tools/cli/src/release/integrity';
import { shellRelease, sliceRelease, shellFiles } from '../tools/cli/src/testing/releases';
import { s3Credentials, startS3Server } from '../tools/cli/src/testing/s3Server';

const root = join(import.meta.dirname, '..');
const [, , commit = '58b9dfa', given] = process.argv;
const SLICES = 6;
const ROUNDS = 11;
/** Milliseconds. */
const LATENCY = Number(given ?? 10);

type Cli = typeof DeployModule & typeof CandidateModule & typeof WorkspaceModule;

const load = async (checkout: string): Promise<Cli> => {
  const modules = ['composition/deploy', 'release/candidate', 'environment/workspace'];
  const loaded = await Promise.all(
    modules.map((name) => import(join(checkout, 'tools/cli/src', `${name}.ts`)) as Promise<object>),
  );
  return Object.assign({}, ...loaded) as Cli;
};

/** Packages that the command line of that commit used, and that the present one does not have any more. */
function installRemoved(folder: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'tools/cli/package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) {
    const places = ['node_modules', 'tools/cli/node_modules'].map((place) => join(folder, place, name));
    if (name.startsWith('@slipway/') || places.some((place) => existsSync(place))) continue;
    const empty = mkdtempSync(join(tmpdir(), 'slipway-package-'));
    execFileSync('npm', ['install', '--silent', '--ignore-scripts', `${name}@${version}`], { cwd: empty });
    execFileSync('cp', ['--archive', join(empty, 'node_modules', name), join(folder, 'node_modules', name)]);
    rmSync(empty, { recursive: true, force: true });
  }
}

function cloneAt(folder: string): string {
  execFileSync('git', ['clone', '--quiet', root, folder]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: folder });
  for (const place of ['.', 'tools/cli'])
    execFileSync('cp', ['--archive', '--link', join(root, place, 'node_modules'), join(folder, place)]);
  installRemoved(folder);
  return folder;
}

/** A build with twelve files of 12 kB, of which `seed` changes the page. */
function writeSlice(folder: string, id: string, seed: number): string {
  const chunk = (index: number) => `/* ${id} ${String(index)} */\n`.repeat(700);
  const files: Record<string, string> = {
    'mf-manifest.json': '{}',
    'remoteEntry.js': chunk(0),
    'page.js': `${chunk(1)}${String(seed)}`,
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`chunk-${String(index)}.js`, chunk(index)]),
    ),
  };
  const listed = Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return [path, { size: bytes.length, integrity: integrityOf(bytes) }] as const;
  });
  const release = sliceRelease({
    ...{ id, owner: id },
    ...{
      files: Object.fromEntries(listed),
      routes: [{ path: `/${id}`, title: id, access: 'public' }],
      slots: [],
    },
    preload: { [`/${id}`]: ['mf-manifest.json', 'remoteEntry.js', 'page.js'] },
  });
  return writeBuild(folder, { ...files, 'release.json': JSON.stringify(release) });
}

function writeBuild(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Forwards to a server after the latency. */
async function slow(target: string, onRequest: () => void): Promise<Server> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((message, response) => {
    onRequest();
    setTimeout(() => {
      const { url: path, method, headers } = message;
      const onward = request({ hostname, port, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      message.pipe(onward);
    }, LATENCY);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

interface Side {
  checkout: string;
  cli: Cli;
  place: string;
  times: number[];
}

async function makeSide(checkout: string, store: string): Promise<Side> {
  const place = mkdtempSync(join(tmpdir(), 'slipway-deploys-'));
  const address = store || join(place, 'store');
  writeBuild(place, {
    'nx.json': '{}',
    'environments/staging.json': JSON.stringify({
      ...{ name: 'staging', store: address, address: 'https://staging.example' },
      backend: { url: 'https://backend.example', publishableKey: 'sb_publishable_bench' },
    }),
    ...Object.fromEntries(Object.entries(shellFiles).map(([path, text]) => [`shell/${path}`, text])),
    'shell/release.json': JSON.stringify(shellRelease()),
  });
  return { checkout, cli: await load(checkout), place, times: [] };
}

async function deployOnce(
  { checkout, cli, place, times }: Side,
  seed: number,
  isCommand: boolean,
): Promise<void> {
  const ids = Array.from({ length: SLICES }, (_, index) => `s${String(index)}`);
  const changed = seed === 0 ? ids : [ids[seed % SLICES] ?? ''];
  const folders = changed.map((id) => {
    const folder = join(place, 'builds', `${id}-${String(seed)}`);
    writeBuild(folder, { 'package.json': '{}', 'rspack.config.ts': '' });
    return writeSlice(join(folder, 'dist'), id, seed);
  });
  if (isCommand && seed > 0) {
    const began = performance.now();
    const slices = folders.map((folder) => dirname(folder));
    const argv = [join(checkout, 'tools/cli/bin/slipway.mjs'), 'deploy', ...slices, '--env', 'staging'];
    execFileSync(process.execPath, [...argv, '--reason', 'bench'], {
      cwd: place,
      env: { ...process.env, SLIPWAY_OWN_STORE: '1' },
    });
    if (seed > 1) times.push(performance.now() - began);
    return;
  }
  const candidates = await Promise.all(
    [...(seed === 0 ? [join(place, 'shell')] : []), ...folders].map((folder) => cli.builtRelease(folder)),
  );
  const workspace = cli.findWorkspace(place, { SLIPWAY_OWN_STORE: '1' });
  const environment = workspace.environment('staging');
  const store = await workspace.store(environment);
  const began = performance.now();
  await cli.deploy({
    ...{ workspace, environment, store, candidates, author: 'bench', reason: 'bench' },
    edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
  });
  if (seed > 1) times.push(performance.now() - began); // the first ones compile the code
}

const median = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const checkouts = mkdtempSync(join(tmpdir(), 'slipway-checkouts-'));
const places: string[] = [checkouts];
try {
  Object.assign(process.env, s3Credentials);
  const before = cloneAt(join(checkouts, 'before'));
  console.log(`| store | ${commit}, ms | now, ms | ratio | requests |\n| --- | ---: | ---: | ---: | ---: |`);
  for (const kind of given ? (['bucket'] as const) : (['command', 'folder', 'bucket'] as const)) {
    const requests = [0, 0];
    const closing: (() => void)[] = [];
    const address = async (side: 0 | 1) => {
      if (kind !== 'bucket') return '';
      const bucket = await startS3Server();
      const proxy = await slow(bucket.endpoint, () => (requests[side] = (requests[side] ?? 0) + 1));
      closing.push(
        () => void proxy.close(),
        () => void bucket.close(),
      );
      return `s3://${bucket.bucket}/store?endpoint=http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
    };
    const sides = [await makeSide(before, await address(0)), await makeSide(root, await address(1))] as const;
    places.push(...sides.map(({ place }) => place));
    for (let seed = 0; seed < ROUNDS + 2; seed += 1) {
      requests.fill(0); // the last deploy counts
      for (const side of seed % 2 === 0 ? sides : [...sides].reverse())
        await deployOnce(side, seed, kind === 'command');
    }
    const [one, other] = sides.map(({ times }) => median(times));
    console.log(
      `| ${kind} | ${(one ?? 0).toFixed(0)} | ${(other ?? 0).toFixed(0)} | ${((other ?? 0) / (one ?? 1)).toFixed(2)} | ${kind === 'bucket' ? requests.join(' → ') : ''} |`,
    );
    for (const close of closing) close();
  }
} finally {
  for (const place of places) rmSync(place, { recursive: true, force: true });
}
