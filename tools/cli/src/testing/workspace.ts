/** A workspace of its own for a test: environments on one store, and builds in `apps/`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import type { Terminal } from '../command-line/command';
import { findWorkspace, type Workspace } from '../environment/workspace';
import { main } from '../main';
import { writeBuild } from './releases';

export interface Ran {
  code: number;
  out: string;
  error: string;
}

export interface TestWorkspace {
  root: string;
  workspace: Workspace;
  writeEnvironment(name: string, fields?: object): void;
  /** Puts a build into `apps/<id>/dist`; returns that folder. */
  build(release: ShellRelease | SliceRelease): Promise<string>;
  /** Runs a command in this process, as nobody at a terminal. */
  slipway(...argv: string[]): Promise<Ran>;
  remove(): void;
}

export function testWorkspace(storeAddress: string): TestWorkspace {
  const root = mkdtempSync(join(tmpdir(), 'slipway-workspace-'));
  const env = { SLIPWAY_AUTHOR: 'Ada' };
  mkdirSync(join(root, 'environments'));
  writeFileSync(join(root, 'nx.json'), '{}');
  const workspace = findWorkspace(root, env);
  const terminal: Terminal = {
    env,
    workspace: () => workspace,
    isInteractive: false,
    ask: () => Promise.reject(new Error('Nobody is there to ask')),
    progress: () => undefined,
    say: () => undefined,
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

  return {
    root,
    workspace,
    writeEnvironment,
    async build(release) {
      const app = join(root, 'apps', release.id);
      const dist = await writeBuild(join(app, 'dist'), release);
      writeFileSync(join(app, 'package.json'), '{}');
      return dist;
    },
    async slipway(...argv) {
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
    },
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
