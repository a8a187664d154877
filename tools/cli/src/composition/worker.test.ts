/** The worker of a revision is signed with it; switched off, the same address has the worker that removes it. */
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { integrityOf } from '../release/integrity';
import { releaseBase, restPath, revisionBase } from '../store/keys';
import { shellFiles, shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { sha256 } from '../trust/keys';
import { WORKER_REVISION } from './siteFiles';
import { plannedWorkers, WORKER, type WorkerContent, workerHash, workerRevisionHash } from './worker';

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
    id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    pages: ['/'],
    shell: Object.fromEntries(Object.keys(shellFiles).map((path) => [base + path, listed[path]?.integrity])),
    lazy: { [`${base}dialog.js`]: listed['dialog.js']?.integrity },
  });
  expect((await fileOf(1, 'index.html')).toString()).toContain("worker-src 'self'");
  const imported: { slipwayRevision?: unknown } = {};
  runInNewContext((await fileOf(1, WORKER_REVISION)).toString(), { self: imported });
  const composition = await fileOf(1, 'composition.json');
  expect(JSON.parse(JSON.stringify(imported.slipwayRevision))).toEqual({
    ...{ environment: 'staging', shell: shell.version, revision: 1, worker: content.id },
    document: integrityOf(await fileOf(1, 'slipway-offline.html')),
    rest: {
      path: restPath(1, sha256(composition)),
      integrity: integrityOf(composition),
    },
  });
  for (const name of [WORKER, WORKER_REVISION])
    expect(JSON.parse((await fileOf(1, 'statement.json')).toString()), name).toHaveProperty([
      'signed',
      'targets',
      revisionBase('staging', 1) + name,
      'hashes',
      'sha256',
    ]);
});

it('stays the same after a deploy of a slice, like the document that it opens, which changes only what it imports', async () => {
  const links = shellRelease({ files: listed, worker: 'service-worker.js', links: ['/market'] });
  await place.build(links, files);
  await deploy('shell', 'market');
  await place.build(sliceRelease({ requires: { react: '^19.3.0' } }));
  await deploy('market');
  for (const name of [WORKER, 'slipway-offline.html'])
    expect(await fileOf(2, name), name).toEqual(await fileOf(1, name));
  const [before, after] = await Promise.all([1, 2].map((revision) => fileOf(revision, WORKER_REVISION)));
  expect(after?.toString()).toContain('"revision":2');
  expect(workerRevisionHash(String(after))).toBe(workerRevisionHash(String(before)));
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
  const imported = (await fileOf(1, WORKER_REVISION)).toString();
  expect({ [WORKER]: workerHash(script), [WORKER_REVISION]: workerRevisionHash(imported) }).toEqual(
    plannedWorkers(composition, [shell]),
  );
  for (const altered of [
    imported.replace('"revision":1', '"revision":steal()'),
    `${imported}steal();`,
    `steal();${imported}`,
    imported.replace('{"environment"', '{"environment":"","environment"'),
  ])
    expect(workerRevisionHash(altered), altered).not.toBe(workerRevisionHash(imported));
  for (const altered of [
    script.replace('start(', 'steal('),
    script.replace('"pages"', '"pages":[],"x"'),
    script.replace(/"id":"[0-9a-f]+"/, '"id":"0123456789abcdef"'),
    `steal();${script}`,
    `${script};steal()`,
  ])
    expect(workerHash(altered), altered.slice(0, 40)).not.toBe(workerHash(script));
  const off = { ...composition, serviceWorker: undefined };
  await place.build(shellRelease());
  await deploy('shell');
  const removing = { [WORKER]: await fileOf(2, WORKER), [WORKER_REVISION]: await fileOf(2, WORKER_REVISION) };
  expect(removing[WORKER_REVISION].toString()).not.toContain('"worker"');
  expect({
    [WORKER]: workerHash(removing[WORKER].toString()),
    [WORKER_REVISION]: workerRevisionHash(removing[WORKER_REVISION].toString()),
  }).toEqual(plannedWorkers(off, [shell]));
});

it('rejects a worker that was changed in the store', async () => {
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
