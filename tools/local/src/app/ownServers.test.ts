/** `slipway env create staging --like local` beside a running server: a second environment with its own address and data. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { files, newHome } from '@slipway/backend/testing';
import { currentComposition, deploy, LOCAL, recordServer, runningOrigin } from '@slipway/cli';
import { openWorkspace, shellRelease, sliceRelease, type WorkspaceWithStore } from '@slipway/cli/testing';
import { openEnvironmentServer } from './environmentServer';
import { readOptions } from './options';
import { type OwnServers, startOwnServers } from './ownServers';

const stable = sliceRelease();
const newer = sliceRelease({ owner: 'newer-team' });
const why = ['--reason', 'a try'];

let place: WorkspaceWithStore;
let servers: OwnServers;
const log = vi.fn<(message: string) => void>();

beforeAll(async () => {
  vi.stubEnv('SLIPWAY_OWN_STORE', '1');
  vi.stubEnv('SLIPWAY_AUTHOR', 'Ada');
  place = await openWorkspace();
  const { workspace, store } = place;
  // `local` itself answers no request here.
  place.writeEnvironment(LOCAL, { address: 'http://127.0.0.1:4990', backend: 'embedded', health: {} });
  place.writeEnvironment('preview', { address: 'http://{id}.localhost:4990', backend: 'embedded' });
  await place.build(shellRelease());
  await place.build(stable);
  for (const id of ['shell', 'market']) await place.text('publish', id, '--env', LOCAL);
  await deploy({
    ...{ workspace, store, environment: workspace.environment(LOCAL), candidates: [] },
    edits: {
      stable: new Map([
        ['shell', shellRelease().version],
        ['market', stable.version],
      ]),
    },
    backend: { url: '/', key: 'sb_publishable_of_local' },
    ...{ author: 'Ada', reason: 'npm start' },
  });
  cpSync(newHome(), join(workspace.home, 'servers/stage'), { recursive: true }); // a migrated database
  recordServer(workspace.home, 'http://127.0.0.1:4990');
  servers = startOwnServers({
    ...{ workspace, store, log, say: log, healthKey: () => 'the key of the readers' },
    options: readOptions({ SLIPWAY_HOME: workspace.home }, place.root),
    backend: { ...files, log: () => undefined },
  });
  await servers.started;
});
afterAll(async () => {
  await servers.stop();
  vi.unstubAllEnvs();
  await place.close();
});

const composition = (environment: string) => currentComposition(place.store, environment);

test('a new environment is served with what local runs, and its own data, and changes by itself (21.2)', async () => {
  expect(await place.failure('env', 'create', 'stage')).toMatch(/Pass --store, --address, .*or --like/);
  const created = await place.text('env', 'create', 'stage', '--like', LOCAL);
  expect(created).toMatch(/stage runs at http:\/\/127\.0\.0\.1:\d+, with its own data/);
  const { address } = place.workspace.environment('stage');

  const key = (await composition('stage'))?.backend.key ?? '';
  const call = (apikey: string) =>
    fetch(`${address}/rest/v1/rpc/schema_version`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await call(key)).status).toBe(200);
  expect((await call('sb_publishable_of_local')).status).toBe(401);
  expect(existsSync(join(place.workspace.home, 'servers/stage/keys.json'))).toBe(true);

  await place.build(newer);
  await place.text('deploy', 'market', '--env', 'stage', ...why);
  expect((await composition('stage'))?.slices['market']?.version).toBe(newer.version);
  expect((await composition(LOCAL))?.slices['market']?.version).toBe(stable.version);
  expect(await (await fetch(`${address}/slipway.json`)).json()).toMatchObject({ environment: 'stage' });

  // A preview of it is served by the server of `local`, which knows only its own key.
  await place.text('deploy', 'market', '--env', 'preview/one', '--base', 'stage', ...why);
  expect(await composition('preview-one')).toMatchObject({
    slices: { market: { version: newer.version } },
    backend: { key: 'sb_publishable_of_local' },
  });
  await place.text('promote', 'market', '--from', 'stage', '--to', LOCAL, ...why);
  expect((await composition(LOCAL))?.slices['market']?.version).toBe(newer.version);

  const history = await place.json<{ revision: number; author: string }[]>('history', '--env', 'stage');
  expect(history.map(({ author }) => author)).toEqual(['Ada', 'Ada']); // its server, then a command
});

test('a second server with its folder does not start, and commands still find the first one', async () => {
  const { workspace, store } = place;
  const home = join(workspace.home, 'servers/stage');
  const first = runningOrigin(home);
  const second = await openEnvironmentServer({
    ...{ workspace, store, log, home, environment: 'stage', environmentOf: () => 'stage', port: 0 },
    ...{ healthKey: () => 'the key of the readers', backend: { ...files, log: () => undefined } },
    options: readOptions({ SLIPWAY_HOME: home }, place.root),
    deploy: () => Promise.reject(new Error('not reached')),
  });
  expect(runningOrigin(home)).toBe(first);
  await expect(second.run()).rejects.toThrow(/is in use by process/);
  await second.stop();
  expect(runningOrigin(home)).toBe(first);
});

test('its server starts again when its file is back before it has stopped', async () => {
  const { address } = place.workspace.environment('stage');
  const path = join(place.root, 'environments/stage.json');
  const file = readFileSync(path);
  const request = connect(Number(new URL(address).port), '127.0.0.1');
  request.on('error', () => undefined);
  request.write('POST /slipway.json HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n');
  rmSync(path);
  await vi.waitFor(() => expect(fetch(address)).rejects.toThrow(), 20_000);
  writeFileSync(path, file);
  await new Promise((resolve) => setTimeout(resolve, 200));
  request.destroy();
  await vi.waitFor(async () => {
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  }, 20_000);
});

test('its server stops when its file is removed', async () => {
  const { address } = place.workspace.environment('stage');
  rmSync(join(place.root, 'environments/stage.json'));
  await vi.waitFor(() => expect(fetch(address)).rejects.toThrow(), 20_000);
});
