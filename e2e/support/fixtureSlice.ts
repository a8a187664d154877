/** Notes, the slice of `fixtures/notes`: no composition of this repository has it. Each worker builds its own copy. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { builtRelease, type Candidate, releaseVersion } from '@slipway/cli';
import { parseRelease } from '@slipway/contracts';
import { deployLocally } from './localEnvironment';
import { home, root } from './server';

const fixture = join(root, 'e2e/fixtures/notes');
const copy = join(home, 'notes');
const page = 'src/pages/NotesPage.tsx';

/** As an argument of `slipway`: a path below the workspace. */
export const notesSlice = `./${relative(root, copy)}`;
export const notesDist = join(copy, 'dist');

/** Replaces this worker's copy by a fresh one. */
export function copyNotes(): void {
  rmSync(copy, { recursive: true, force: true });
  cpSync(fixture, copy, { recursive: true, filter: (path) => !path.endsWith('dist') });
}

/** Changes the sentence that the page of the copy shows. */
export function writeNotes(sentence: string): void {
  const source = readFileSync(join(fixture, page), 'utf8');
  writeFileSync(join(copy, page), source.replace(/A slice the shell had never heard of/, sentence));
}

/**
 * Builds a fresh copy of Notes, with an edited page. Returns the folder of its files. Several specs of a worker need the
 * same build, which is made once. @throws with the build's output
 */
export function buildNotes(edit: (source: string) => string = (source) => source): string {
  copyNotes();
  const source = edit(readFileSync(join(fixture, page), 'utf8'));
  writeFileSync(join(copy, page), source);
  const kept = join(home, 'notes-builds', createHash('sha256').update(source).digest('hex'));
  if (existsSync(kept)) {
    cpSync(kept, notesDist, { recursive: true });
    return notesDist;
  }
  const build = spawnSync(join(root, 'node_modules/.bin/rspack'), ['build'], { cwd: copy, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr + build.stdout);
  cpSync(notesDist, kept, { recursive: true });
  return notesDist;
}

/** The built release with one text of its page replaced, without another build. @throws when no file has the text */
export async function editedNotes(from: string, to: string): Promise<Candidate> {
  const folder = `${copy}-edited`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(notesDist, folder, { recursive: true });
  replaceInBuild(folder, from, to);
  return builtRelease(folder);
}

/** Replaces one text of the page in the build of the copy: another release without another build. */
export function rewordNotes(from: string, to: string): void {
  replaceInBuild(notesDist, from, to);
}

/** @throws when no file has the text */
function replaceInBuild(folder: string, from: string, to: string): void {
  const release = parseRelease(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')));
  delete release.evidence;
  const file = Object.keys(release.files).find(
    (name) => name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes(from),
  );
  if (file === undefined) throw new Error(`No file of ${folder} contains "${from}"`);
  const bytes = Buffer.from(readFileSync(join(folder, file), 'utf8').replace(from, to));
  writeFileSync(join(folder, file), bytes);
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  release.files[file] = { size: bytes.length, integrity };
  release.version = releaseVersion(release);
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release));
  for (const evidence of ['sbom.json', 'provenance.json']) rmSync(join(folder, evidence), { force: true });
}

/** Builds Notes and adds it to the running app. Resolves to a function that removes it. */
export async function deployNotes(edit?: (source: string) => string): Promise<() => Promise<void>> {
  const notes = await builtRelease(buildNotes(edit));
  const { id, version } = notes.release;

  await deployLocally({
    candidates: [notes],
    edits: { stable: new Map([[id, version]]) },
    reason: 'add notes',
  });
  return () => deployLocally({ edits: { stable: new Map([[id, undefined]]) }, reason: 'remove notes' });
}
