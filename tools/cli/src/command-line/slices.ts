/** From the words a person types (`billing`, `billing@1a2b3c4d`, `./path/to/slice`, `.`) to releases. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AppError } from '@slipway/contracts';
import type { Workspace } from '../environment/workspace';
import { builtRelease, type Candidate } from '../release/candidate';
import { releasesFolder } from '../store/keys';
import type { Store } from '../store/store';

/** Whether a word names a folder: it has a slash, or is `.` or `..`. */
export const isPath = (word: string) => /[/\\]/.test(word) || /^\.{1,2}$/.test(word);

/** Whether a word is a slice's name alone: no path, no version. */
export const isName = (word: string) => !isPath(word) && !word.includes('@');

const apps = ({ root }: Workspace): string[] =>
  existsSync(join(root, 'apps'))
    ? readdirSync(join(root, 'apps')).filter((name) => existsSync(join(root, 'apps', name, 'package.json')))
    : [];

/** Rspack's configuration has several endings. */
const isBuiltByRspack = (folder: string) =>
  existsSync(folder) && readdirSync(folder).some((name) => /^rspack\.config\.[cm]?[jt]s$/.test(name));

/** The folder of a slice, by its name under `apps/` or by a path. @throws `not_found` with the names there are */
export function sliceFolder(workspace: Workspace, word: string): string {
  const folder = isPath(word) ? resolve(word) : join(workspace.root, 'apps', word);
  const isSlice = isPath(word) ? isBuiltByRspack(folder) : existsSync(join(folder, 'package.json'));
  if (isSlice) return folder;
  const hint = isPath(word)
    ? 'it has no Rspack configuration'
    : `apps/ has ${apps(workspace).join(', ')}; a slice elsewhere is named by its path`;
  throw new AppError('not_found', `There is no slice ${word}: ${hint}`);
}

/** What was built of a slice. @throws `not_found` */
export async function buildOf(workspace: Workspace, word: string): Promise<Candidate> {
  const folder = sliceFolder(workspace, word);
  return builtRelease(join(folder, 'dist')).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('not_found', `${basename(folder)} is not built: run slipway build ${word}`, {
      cause: error,
    });
  });
}

export interface Chosen {
  id: string;
  version: string;
  /** The build, where the word named one. */
  candidate: Candidate | undefined;
}

/** @throws `not_found`, `invalid_input` for a version that is none, or fits several */
export async function chosen(workspace: Workspace, store: Store, word: string): Promise<Chosen> {
  const [id = '', start] = isPath(word) ? [word] : word.split('@');
  if (start === undefined) {
    const candidate = await buildOf(workspace, word);
    return { id: candidate.release.id, version: candidate.release.version, candidate };
  }
  if (!/^[0-9a-f]{4,16}$/.test(start)) {
    throw new AppError(
      'invalid_input',
      `${word}: a version is 4 to 16 hexadecimal digits, such as ${id}@1a2b3c4d`,
    );
  }
  const found = (await store.list(releasesFolder(id))).filter((version) => version.startsWith(start));
  const [version] = found;
  if (version && found.length === 1) return { id, version, candidate: undefined };
  throw new AppError(
    found.length === 0 ? 'not_found' : 'invalid_input',
    found.length === 0
      ? `${store.address} has no release of ${id} that begins with ${start}: publish it first`
      : `${word} fits ${found.join(' and ')}: give more digits`,
  );
}
