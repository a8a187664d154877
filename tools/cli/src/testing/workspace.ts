/** A temporary workspace for a test: environments on one store, builds in `apps/`, and commands run in this process. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { expect } from 'vitest';
import type { Terminal } from '../command-line/command';
import { findWorkspace, type Workspace } from '../environment/workspace';
import { main } from '../main';
import type { Store } from '../store/store';
import { writeBuild } from './releases';
import { openFolderStore, type StoreForTest } from './stores';

export interface Ran {
  code: number;
  out: string;
  error: string;
}

export interface TestWorkspace {
  root: string;
  workspace: Workspace;
  /** The terminal in which all commands run. */
  terminal: Terminal;
  writeEnvironment(name: string, fields?: object): void;
  /** Writes a build to `apps/<id>/dist` and returns that folder. */
  build(release: ShellRelease | SliceRelease, files?: Readonly<Record<string, string>>): Promise<string>;
  /** Runs a command in this process, without an interactive terminal. */
  slipway(...argv: string[]): Promise<Ran>;
  /** Runs a command that must succeed and returns its output. */
  text(...argv: string[]): Promise<string>;
  /** Runs a command that must succeed and returns its `--json` output. */
  json<Data>(...argv: string[]): Promise<Data>;
  /** Runs a command that must fail and returns its error. */
  failure(...argv: string[]): Promise<string>;
  remove(): void;
}

export interface WorkspaceWithStore extends Omit<TestWorkspace, 'remove'> {
  store: Store;
  /** The store's address, for `openStore`. */
  address: string;
  /** Removes both. */
  close(): Promise<void>;
}

/** A workspace with its own store: a folder, unless `open` opens another kind. */
export async function openWorkspace(
  open: () => Promise<StoreForTest> = openFolderStore,
  variables: NodeJS.ProcessEnv = ownStore,
): Promise<WorkspaceWithStore> {
  const { store, address, close } = await open();
  const { remove, ...place } = testWorkspace(address, variables);
  return {
    ...place,
    store,
    address,
    async close() {
      remove();
      await close();
    },
  };
}

export interface PreparedWorkspace {
  /** The workspace and its store as they were prepared: their files are put back. */
  reset(): WorkspaceWithStore;
  close(): Promise<void>;
}

/** A workspace on a folder that each test of a file starts from. Its commands take ten times as long as a copy of it. */
export async function prepareWorkspace(
  prepare: (place: WorkspaceWithStore) => Promise<void>,
  variables: NodeJS.ProcessEnv = ownStore,
): Promise<PreparedWorkspace> {
  const place = await openWorkspace(openFolderStore, variables);
  await prepare(place);
  const prepared = mkdtempSync(join(tmpdir(), 'slipway-prepared-'));
  const copy = (from: string, to: string) => {
    cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  };
  const folders = [
    [place.root, join(prepared, 'root')],
    [place.address, join(prepared, 'store')],
  ] as const;
  for (const [folder, kept] of folders) copy(folder, kept);
  return {
    reset() {
      for (const [folder, kept] of folders) {
        rmSync(folder, { recursive: true, force: true });
        copy(kept, folder);
      }
      return { ...place, store: { ...place.store } }; // as another process opens it
    },
    async close() {
      rmSync(prepared, { recursive: true, force: true });
      await place.close();
    },
  };
}

/** The workspace makes its own signing keys for the store. */
const ownStore = { SLIPWAY_OWN_STORE: '1' };

export function testWorkspace(storeAddress: string, variables: NodeJS.ProcessEnv = ownStore): TestWorkspace {
  const root = mkdtempSync(join(tmpdir(), 'slipway-workspace-'));
  const env = { SLIPWAY_AUTHOR: 'Ada', ...variables };
  mkdirSync(join(root, 'environments'));
  writeFileSync(join(root, 'nx.json'), '{}');
  const workspace = findWorkspace(root, env);
  const terminal: Terminal = {
    env,
    workspace: () => workspace,
    isInteractive: false,
    ask: () => Promise.reject(new Error('The terminal is not interactive')),
    progress: () => undefined,
    print: () => undefined,
    interrupted: () => Promise.resolve(),
  };
  const writeEnvironment = (name: string, fields: object = {}) => {
    const file = {
      name,
      store: storeAddress,
      address: `https://${name}.example`,
      backend: { url: 'https://backend.example', publishableKey: 'sb_publishable_test' },
      ...fields,
    };
    writeFileSync(join(root, 'environments', `${name}.json`), JSON.stringify(file));
  };
  writeEnvironment('staging');

  const slipway = async (...argv: string[]): Promise<Ran> => {
    const ran = { code: 0, out: '', error: '' };
    ran.code = await main(
      argv,
      {
        out: (text) => (ran.out += text),
        error: (text) => (ran.error += text),
      },
      terminal,
    );
    return ran;
  };
  const text = async (...argv: string[]): Promise<string> => {
    const ran = await slipway(...argv);
    expect(ran).toMatchObject({ code: 0, error: '' });
    return ran.out;
  };

  return {
    root,
    workspace,
    terminal,
    writeEnvironment,
    async build(release, files) {
      const app = join(root, 'apps', release.id);
      mkdirSync(app, { recursive: true });
      writeFileSync(join(app, 'rspack.config.ts'), ''); // first: the source is not newer than its build
      return writeBuild(join(app, 'dist'), release, files);
    },
    slipway,
    text,
    json: async <Data>(...argv: string[]) => JSON.parse(await text(...argv, '--json')) as Data,
    async failure(...argv) {
      const ran = await slipway(...argv);
      expect(ran.code).not.toBe(0);
      expect(ran.out).toBe('');
      return ran.error;
    },
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
