/**
 * Detects whether the builds and their sources are unchanged since the last successful build. Nx needs more than two
 * seconds of processor time for that. This compares the state of the files of all projects; if it differs, Nx decides.
 */
import { createHash, type Hash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** Folders that git ignores, other than builds. The record of the installed packages stands for node_modules. */
const IGNORED = new Set(['node_modules', 'test-results', 'coverage', 'playwright-report', '.slipway', '.nx']);
const BUILD = 'dist';

/** Hashes. */
const stateSchema = v.object({ sources: v.string(), builds: v.string() });
type BuiltState = v.InferOutput<typeof stateSchema>;

const packageSchema = v.object({ workspaces: v.array(v.string()) });
const nxSchema = v.object({
  targetDefaults: v.object({
    build: v.object({ inputs: v.array(v.union([v.string(), v.record(v.string(), v.string())])) }),
  }),
});

const parsed = <S extends v.GenericSchema>(schema: S, path: string) =>
  v.parse(schema, JSON.parse(readFileSync(path, 'utf8')));

const fileIn = (root: string) => join(root, '.nx/slipway-builds.json');

/** No program sets the time of a status change, so a restored date does not hide another content. */
function addFile(hash: Hash, path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const state = found && [found.size, found.mtimeMs, found.ctimeMs, found.ino];
  hash.update(`${path}\0${state?.join(' ') ?? 'missing'}\n`);
}

/** No entries where the folder is missing: a test that runs at the same time may remove its own. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Adds the files of a folder to one of the hashes. */
function addFolder(sources: Hash, builds: Hash, folder: string): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (IGNORED.has(entry.name)) continue;
    if (!entry.isDirectory()) addFile(sources, path);
    else if (entry.name === BUILD) addFolder(builds, builds, path);
    else addFolder(sources, builds, path);
  }
}

/** The variables that decide a build, as Nx knows them. */
const variables = (root: string): string[] =>
  parsed(nxSchema, join(root, 'nx.json')).targetDefaults.build.inputs.flatMap((input) =>
    typeof input === 'string' ? [] : (input.env ?? []),
  );

/** The folders of all projects. */
export const projectFolders = (root: string): string[] => {
  const { workspaces } = parsed(packageSchema, join(root, 'package.json'));
  return [...new Set(workspaces.map((pattern) => pattern.replace(/\/.*$/, '')))];
};

/** The current state: each file of a project, each file at the root, the installed packages, Node and the variables. */
export function builtState(root: string, env: NodeJS.ProcessEnv): BuiltState {
  const [sources, builds] = [createHash('sha256'), createHash('sha256')];
  sources.update(process.version);
  for (const name of variables(root)) sources.update(`${name}=${env[name] ?? ''}\n`);
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) addFile(sources, join(root, entry.name));
  }
  addFile(sources, join(root, 'node_modules/.package-lock.json'));
  for (const folder of projectFolders(root)) addFolder(sources, builds, join(root, folder));
  return { sources: sources.digest('hex'), builds: builds.digest('hex') };
}

/** The state after the last build, or undefined. */
export function readBuiltState(root: string): BuiltState | undefined {
  try {
    return parsed(stateSchema, fileIn(root));
  } catch {
    return undefined;
  }
}

export function writeBuiltState(root: string, state: BuiltState): void {
  const draft = `${fileIn(root)}.${String(process.pid)}`;
  mkdirSync(join(root, '.nx'), { recursive: true });
  writeFileSync(draft, JSON.stringify(state));
  renameSync(draft, fileIn(root));
}
