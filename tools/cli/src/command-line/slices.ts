/** Resolves the slice arguments of commands (`billing`, `billing@1a2b3c4d`, `./path/to/slice`, `.`) to releases. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AppError } from '@slipway/contracts';
import type { Workspace } from '../environment/workspace';
import { builtRelease, type Candidate } from '../release/candidate';
import { releasesFolder } from '../store/keys';
import { staleNotice } from './staleBuild';
import type { Store } from '../store/store';

/** Whether an argument is a folder's path: it has a slash, or is `.` or `..`. */
export const isPath = (slice: string) => /[/\\]/.test(slice) || /^\.{1,2}$/.test(slice);

/** Whether an argument is only a slice's name: no path, no version. */
export const isName = (slice: string) => !isPath(slice) && !slice.includes('@');

/** By its own build's configuration, or by its manifest, whatever builds it. */
export const isSliceFolder = (folder: string) =>
  existsSync(folder) &&
  statSync(folder).isDirectory() &&
  readdirSync(folder).some((name) => /^(?:rspack\.config|slice\.manifest)\.[cm]?[jt]s$/.test(name));

/** The shell and the slices. Other apps, such as the gateway, are services that no environment composes. */
export const apps = ({ root }: Workspace): string[] =>
  existsSync(join(root, 'apps'))
    ? readdirSync(join(root, 'apps')).filter((name) => isSliceFolder(join(root, 'apps', name)))
    : [];

/** The folder of a slice, by its name under `apps/` or by a path. @throws `not_found`, listing the slices in `apps/` */
export function sliceFolder(workspace: Workspace, slice: string): string {
  const folder = isPath(slice) ? resolve(slice) : join(workspace.root, 'apps', slice);
  if (isSliceFolder(folder)) return folder;
  const hint = isPath(slice)
    ? 'the path names no folder with a slice.manifest or rspack.config file'
    : `apps/ has ${apps(workspace).join(', ') || 'no slices'}; for a slice in another folder, give its path`;
  throw new AppError('not_found', `There is no slice ${slice}: ${hint}`);
}

/** The build of a slice. @throws `not_found`, `invalid_input` also when a folder of `apps/` builds a slice of another name */
export async function buildOf(workspace: Workspace, slice: string): Promise<Candidate> {
  const folder = sliceFolder(workspace, slice);
  const candidate = await builtRelease(join(folder, 'dist')).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('not_found', `${basename(folder)} is not built: run slipway build ${slice}`, {
      cause: error,
    });
  });
  const { id } = candidate.release;
  if (isPath(slice) || id === slice) return candidate;
  throw new AppError(
    'invalid_input',
    `The build in apps/${slice} has the slice id ${id}: a folder in apps/ and the id in its slice.manifest.ts must be equal. Correct one of them and build it again`,
  );
}

export interface ChosenRelease {
  id: string;
  version: string;
  /** The notice if the source is newer than the build. */
  notice?: string | undefined;
  /** The build, when the argument named one. */
  candidate: Candidate | undefined;
}

/** The slice and the first digits of a release such as `billing@1a2b3c4d`; undefined for a build. @throws `invalid_input` */
export function releaseNamed(slice: string): { id: string; start: string } | undefined {
  const at = isPath(slice) ? -1 : slice.indexOf('@');
  if (at === -1) return undefined;
  const [id, start] = [slice.slice(0, at), slice.slice(at + 1)];
  if (id && /^[0-9a-f]{4,16}$/.test(start)) return { id, start };
  throw new AppError(
    'invalid_input',
    `${slice}: a version is 4 to 16 hexadecimal digits, such as ${id || 'billing'}@1a2b3c4d`,
  );
}

/** Rejects what no store could make right. @throws `not_found` without a build, `invalid_input` for a malformed version */
export async function rejectUnknownSlice(workspace: Workspace, slice: string): Promise<void> {
  if (!releaseNamed(slice)) await buildOf(workspace, slice);
}

/** @throws `not_found`, `invalid_input` for a version that is malformed or ambiguous */
export async function chooseRelease(
  workspace: Workspace,
  store: Store,
  slice: string,
): Promise<ChosenRelease> {
  const named = releaseNamed(slice);
  if (!named) {
    const candidate = await buildOf(workspace, slice);
    const notice = staleNotice(sliceFolder(workspace, slice), slice);
    return { id: candidate.release.id, version: candidate.release.version, candidate, notice };
  }
  const { id, start } = named;
  const found = (await store.list(releasesFolder(id))).filter((version) => version.startsWith(start));
  const [version] = found;
  if (version && found.length === 1) return { id, version, candidate: undefined };
  throw found.length === 0
    ? new AppError(
        'not_found',
        `${store.address} has no release of ${id} that starts with ${start}: publish it first`,
      )
    : new AppError('invalid_input', `${slice} matches ${found.join(' and ')}: give more digits`);
}

/** @throws as `chooseRelease`, and `invalid_input` for two releases of one slice */
export async function chooseReleases(
  workspace: Workspace,
  store: Store,
  slices: readonly string[],
): Promise<ChosenRelease[]> {
  const chosen = await Promise.all(slices.map((slice) => chooseRelease(workspace, store, slice)));
  for (const [index, { id, version }] of chosen.entries()) {
    const other = chosen.findIndex((one) => one.id === id && one.version !== version);
    if (other > index)
      throw new AppError(
        'invalid_input',
        `${slices[index] ?? ''} and ${slices[other] ?? ''} are two releases of ${id}: give one`,
      );
  }
  return chosen;
}
