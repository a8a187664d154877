/** The worker of a revision is signed with it; switched off, the same address has the worker that removes it. */
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { integrityOf } from '../release/integrity';
import { releaseBase, revisionBase } from '../store/keys';
import { shellFiles, shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { plannedWorkerHash, WORKER, type WorkerContent, workerHash } from './worker';

const code = 'start(self.slipway)';
const files = { ...shellFiles, 'dialog.js': 'dialog', 'license.txt': 'MIT', 'service-worker.js': code };
const listed = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    path,
    { size: text.length, integrity: integrityOf(Buffer.from(text)) },
  ]),
);
const shell = shellRelease({ files: listed, worker: 'service-worker.js' });

let place: WorkspaceWithStore;
beforeEach(async () => {
  place = await openWorkspace();
  place.writeEnvironment('staging', {});
  await place.build(shell, files);
  await place.build(sliceRelease());
});
afterEach(() => place.close());

const deploy = (...args: string[]) => place.text('deploy', ...args, '--env', 'staging', '--reason', 'test');
const fileOf = async (revision: number, name: string) =>
  (await place.store.get(revisionBase('staging', revision) + name)) ?? Buffer.alloc(0);

it('lists the document, the pages and the shell’s files before the shell’s own code', async () => {
  await deploy('shell', 'market');
  const start = vi.fn();
  runInNewContext((await fileOf(1, WORKER)).toString(), { self: {}, start });
  const content = JSON.parse(JSON.stringify(start.mock.calls[0]?.[0])) as WorkerContent;
  const base = `/slices/shell/${shell.version}/`;
  expect(content).toEqual({
    revision: 1,
    document: integrityOf(await fileOf(1, 'index.html')),
    pages: ['/'],
    shell: Object.fromEntries(Object.keys(shellFiles).map((path) => [base + path, listed[path]?.integrity])),
    lazy: { [`${base}dialog.js`]: listed['dialog.js']?.integrity },
  });
  expect((await fileOf(1, 'index.html')).toString()).toContain("worker-src 'self'");
  expect(JSON.parse((await fileOf(1, 'statement.json')).toString())).toHaveProperty([
    'signed',
    'targets',
    revisionBase('staging', 1) + WORKER,
    'hashes',
    'sha256',
  ]);
});

it('has the worker that removes it where the environment has switched it off', async () => {
  place.writeEnvironment('staging', { serviceWorker: false });
  await deploy('shell', 'market');
  const listeners = new Map<string, (event: object) => void>();
  const removed: string[] = [];
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => removed.push('waiting'),
    registration: { unregister: () => Promise.resolve(removed.push('registration')) },
  };
  const caches = {
    keys: () => Promise.resolve(['slipway-1-abc', 'other']),
    delete: (name: string) => Promise.resolve(removed.push(name)),
  };
  runInNewContext((await fileOf(1, WORKER)).toString(), { self, caches, Promise });
  const work: Promise<unknown>[] = [];
  const event = { waitUntil: (promise: Promise<unknown>) => work.push(promise) };
  listeners.get('install')?.(event);
  listeners.get('activate')?.(event);
  await Promise.all(work);
  expect(removed).toEqual(['waiting', 'slipway-1-abc', 'registration']);
  expect((await fileOf(1, 'index.html')).toString()).toContain("worker-src 'none'");
  expect(JSON.parse((await fileOf(1, 'composition.json')).toString())).not.toHaveProperty('serviceWorker');
});

it('has it for a shell without a worker too', async () => {
  await place.build(shellRelease());
  await deploy('shell', 'market');
  expect((await fileOf(1, WORKER)).toString()).toContain('unregister');
});

it('has one hash for a plan and for what is deployed, which covers all of its code', async () => {
  await deploy('shell', 'market');
  const script = (await fileOf(1, WORKER)).toString();
  const base = `/slices/shell/${shell.version}/`;
  const composition = { shell: { version: shell.version, base }, serviceWorker: true };
  expect(workerHash(script)).toBe(plannedWorkerHash(composition, [shell]));
  for (const altered of [
    script.replace('start(', 'steal('),
    script.replace('"pages"', '"pages":[],"x"'),
    script.replace('"revision":1', '"revision":steal()'),
    `steal();${script}`,
    `${script};steal()`,
  ])
    expect(workerHash(altered), altered.slice(0, 40)).not.toBe(workerHash(script));
  const off = { ...composition, serviceWorker: undefined };
  await place.build(shellRelease());
  await deploy('shell');
  expect(workerHash((await fileOf(2, WORKER)).toString())).toBe(plannedWorkerHash(off, [shell]));
});

it('refuses a worker that was changed in the store', async () => {
  place.writeEnvironment('other', {});
  await place.text('deploy', 'shell', 'market', '--env', 'other', '--reason', 'test');
  const key = `${releaseBase('shell', shell.version)}service-worker.js`;
  await place.store.remove(key);
  await place.store.create(key, Buffer.from('altered'));
  const { code: exitCode, error } = await place.slipway(
    ...['deploy', `shell@${shell.version}`, 'market', '--env', 'staging', '--reason', 'test'],
  );
  expect(exitCode).not.toBe(0);
  expect(error).toContain('service-worker.js');
});
