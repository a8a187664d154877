/** The command line as a team uses it, in a workspace with a second environment, and a slice whose words a test may change. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { home, origin, port } from './server';

const root = join(import.meta.dirname, '../..');
const environments = join(home, 'environments');
const notes = join(home, 'notes');

export const stagingPort = port + 1;
export const stagingSite = {
  name: 'Dock Staging',
  owner: 'Dock Staging Ltd',
  callUrl: 'https://cal.dock-staging.example/ada',
};

export const env = {
  ...process.env,
  SLIPWAY_HOME: home,
  SLIPWAY_ENVIRONMENTS: environments,
  SLIPWAY_AUTHOR: 'e2e',
  NX_DAEMON: 'false',
};

/** Writes the files of `local`, `staging` and `preview`, and a copy of Notes. */
export function makeWorkspace(): void {
  mkdirSync(environments, { recursive: true });
  const local = JSON.parse(readFileSync(join(root, 'environments/local.json'), 'utf8')) as object;
  writeFileSync(join(environments, 'local.json'), JSON.stringify({ ...local, address: origin }));
  const { publishable } = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as {
    publishable: string;
  };
  cpSync(join(root, 'environments/preview.json'), join(environments, 'preview.json'));
  const staging = {
    name: 'staging',
    store: '$SLIPWAY_HOME/store',
    address: `http://127.0.0.1:${String(stagingPort)}`,
    backend: { url: '/', publishableKey: publishable },
    site: stagingSite,
    allowOverrides: true,
  };
  writeFileSync(join(environments, 'staging.json'), JSON.stringify(staging));
  rmSync(notes, { recursive: true, force: true });
  cpSync(join(root, 'e2e/fixtures/notes'), notes, {
    recursive: true,
    filter: (path) => !path.endsWith('dist'),
  });
}

/** As `slipway` takes it: a path. */
export const notesSlice = './e2e/.slipway/notes';
export const notesDist = join(notes, 'dist');

/** Changes the sentence that Notes shows. */
export function writeNotes(sentence: string): void {
  const page = join(notes, 'src/pages/NotesPage.tsx');
  const source = readFileSync(join(root, 'e2e/fixtures/notes/src/pages/NotesPage.tsx'), 'utf8');
  writeFileSync(page, source.replace(/A slice the shell had never heard of/, sentence));
}

export interface Ran {
  /** What `--json` printed. */
  data: unknown;
  /** Wall time, with the start of `npx`. */
  seconds: number;
}

const run = promisify(execFile);

/** Runs `npx slipway …`; the servers of this process go on meanwhile. @throws what it said when it failed */
export async function slipway(...argv: string[]): Promise<Ran> {
  const began = Date.now();
  const { stdout } = await run('npx', ['slipway', ...argv, '--json'], { cwd: root, env }).catch(
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`slipway ${argv.join(' ')}: ${stdout}${stderr}`, { cause: error });
    },
  );
  return { data: JSON.parse(stdout), seconds: (Date.now() - began) / 1000 };
}

/** Starts a command and leaves it running, to be killed. */
export const startSlipway = (...argv: string[]): ChildProcess =>
  spawn(process.execPath, [join(root, 'tools/cli/bin/slipway.mjs'), ...argv], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
