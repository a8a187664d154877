/** Finding the workspace, its environments, and their order. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderStore } from '../store/folderStore';
import { recordServer } from './runningServer';
import { findWorkspace } from './workspace';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-workspace-'));
  mkdirSync(join(root, 'environments'));
  writeFileSync(join(root, 'nx.json'), '{}');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const write = (name: string, fields: object = {}, file = name) => {
  const backend = { url: 'https://b.example', publishableKey: 'sb_publishable_x' };
  const address = `https://${name}.example`;
  writeFileSync(
    join(root, 'environments', `${file}.json`),
    JSON.stringify({ name, store: 'store', address, backend, ...fields }),
  );
};
const find = (env: NodeJS.ProcessEnv = {}) => findWorkspace(root, env);

describe('findWorkspace', () => {
  it('finds the root above a folder', () => {
    const folder = join(root, 'apps/market/src');
    mkdirSync(folder, { recursive: true });
    expect(findWorkspace(folder, {})).toMatchObject({
      root,
      home: join(root, '.slipway'),
      folder: join(root, 'environments'),
    });
  });

  it('reads SLIPWAY_HOME and SLIPWAY_ENVIRONMENTS', () => {
    const env = { SLIPWAY_HOME: 'data', SLIPWAY_ENVIRONMENTS: '/srv/environments' };
    expect(find(env)).toMatchObject({ root, home: join(root, 'data'), folder: '/srv/environments' });
  });
});

describe('an environment of the local server (21.1)', () => {
  const writeAt = (name: string, address: string, fields: object) => {
    write(name, { address, ...fields });
  };

  it('is at the port on which the server of SLIPWAY_HOME listens, as long as it runs', () => {
    writeAt('local', 'http://127.0.0.1:4200', { backend: 'embedded' });
    writeAt('preview', 'http://{id}.localhost:4200', { backend: 'embedded' });
    writeAt('elsewhere', 'https://app.example', { backend: 'embedded' });
    writeAt('staging', 'http://127.0.0.1:4200', {});
    const names = ['local', 'preview/pr-1', 'elsewhere', 'staging'];
    const addresses = () => names.map((name) => find({ SLIPWAY_HOME: 'data' }).environment(name).address);
    const inFiles = [
      'http://127.0.0.1:4200',
      'http://pr-1.localhost:4200',
      'https://app.example',
      'http://127.0.0.1:4200',
    ];
    expect(addresses()).toEqual(inFiles);

    const forget = recordServer(join(root, 'data'), 'http://127.0.0.1:4310');
    expect(addresses()).toEqual(['http://127.0.0.1:4310', 'http://pr-1.localhost:4310', ...inFiles.slice(2)]);
    forget();
    expect(addresses()).toEqual(inFiles);
  });

  it('is where its file says after the server was killed', () => {
    writeAt('local', 'http://127.0.0.1:4200', { backend: 'embedded' });
    recordServer(join(root, '.slipway'), 'http://127.0.0.1:4310');
    const path = join(root, '.slipway/server.json');
    const { pid } = spawnSync(process.execPath, ['-e', '']); // has ended
    writeFileSync(path, JSON.stringify({ pid, origin: 'http://127.0.0.1:4310' }));
    expect(find().environment('local').address).toBe('http://127.0.0.1:4200');
  });
});

describe('its environments', () => {
  it('come after those in which their releases must run, embedded ones first', () => {
    write('a', { policy: { minimumTime: [{ environment: 'c', minutes: 1 }] } });
    write('b', { backend: 'embedded' });
    write('c', {
      policy: {
        minimumTime: [
          { environment: 'd', minutes: 1 },
          { environment: 'gone', minutes: 1 },
        ],
      },
    });
    write('d');
    expect(find().names()).toEqual(['b', 'd', 'c', 'a']);
  });

  it('survive minimum times that form a circle', () => {
    write('a', { policy: { minimumTime: [{ environment: 'b', minutes: 1 }] } });
    write('b', { policy: { minimumTime: [{ environment: 'a', minutes: 1 }] } });
    expect(find().names()).toEqual(['b', 'a']);
  });

  it('are listed apart from families of previews', () => {
    write('staging');
    write('preview', { address: 'https://{id}.preview.example' });
    writeFileSync(join(root, 'environments/notes.txt'), '');
    expect(find().names()).toEqual(['staging']);
    expect(
      find()
        .families()
        .map(({ name }) => name),
    ).toEqual(['preview']);
  });

  it('cannot be listed without any file: a check of none would pass', () => {
    rmSync(join(root, 'environments'), { recursive: true });
    expect(() => find().names()).toThrow(
      /environments has no environment files: create one with slipway env create/,
    );
    expect(() => find({ SLIPWAY_ENVIRONMENTS: 'other' }).names()).toThrow(
      `SLIPWAY_ENVIRONMENTS names ${join(root, 'other')}, which is not a folder`,
    );
    expect(() => find().environment('staging')).toThrow(/There is no environment staging; known: none/);
  });

  it('include previews, by the name of a command and by that of a store', () => {
    write('preview', { address: 'https://{id}.preview.example' });
    for (const name of ['preview/pr-1', 'preview-pr-1'])
      expect(find().environment(name)).toMatchObject({
        ...{ name: 'preview-pr-1', address: 'https://pr-1.preview.example' },
      });
  });

  it('must have the name of their file', () => {
    write('staging', {}, 'production');
    expect(() => find().environment('production')).toThrow(
      'environments/production.json: name: must be "production", like the file\'s name, and is "staging"',
    );
  });

  it('have a store relative to the root or to SLIPWAY_HOME', async () => {
    write('staging');
    write('local', { store: '$SLIPWAY_HOME/store' });
    const workspace = find({ SLIPWAY_HOME: '/srv/home' });
    const store = async (name: string) => (await workspace.store(workspace.environment(name))).address;
    expect(await store('staging')).toBe(folderStore(join(root, 'store')).address);
    expect(await store('local')).toBe('/srv/home/store');
  });

  it('describe a hosted backend, and leave an embedded one to its server', () => {
    write('staging');
    write('local', { backend: 'embedded' });
    const workspace = find();
    expect(workspace.backend(workspace.environment('staging'))).toEqual({
      url: 'https://b.example',
      key: 'sb_publishable_x',
    });
    expect(workspace.backend(workspace.environment('local'))).toBeUndefined();
  });
});
