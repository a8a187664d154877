/** Writes a release to a store, under its version. A published version never changes. */
import { AppError, isAppError, type Release } from '@slipway/contracts';
import { releaseBase } from '../store/keys';
import { allEnded } from '../store/parallel';
import type { Store } from '../store/store';
import { type Progress, type StoreFile, writeFiles, type WriteOptions } from '../store/writeFiles';
import { type Candidate, findRelease } from './candidate';
import { damagedKeys } from './damage';
import { fileTypeFailure } from './fileTypes';
import { integrityOf } from './integrity';

/** The part of a release that its version is a hash of. */
const contentOf = ({ files }: Release) =>
  JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Publishes a candidate. `release.json` is written last: an interrupted publish leaves no release that looks complete,
 * and the next one sends the rest. `sign` is called before that. If the version exists, its files are compared with the
 * build, and missing or altered ones are written again. Returns whether it sent anything.
 * @throws `invalid_input` when a file differs from `release.json`, `conflict` when the version has other files
 */
export async function publish(
  store: Store,
  candidate: Candidate,
  onProgress?: (progress: Progress) => void,
  sign: (description: Uint8Array) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const { release, place } = candidate;
  const base = releaseBase(release.id, release.version);
  const published = await findPublished(store, candidate);
  if (published && contentOf(published.release) !== contentOf(release)) {
    throw new AppError(
      'conflict',
      `${store.address} already has ${release.id} ${release.version} with other files, and a published version never changes: build ${release.id} again`,
    );
  }
  const wrongType = Object.keys(release.files)
    .map(fileTypeFailure)
    .find((failure) => failure);
  if (wrongType) throw new AppError('invalid_input', `${place}: files: ${wrongType}`);
  if (published && candidate.store) return false; // there is no build to compare with
  const files = await filesOf(candidate, base);
  const options = { effort: 'best', ...(onProgress ? { onProgress } : {}) } as const;
  if (published) return repair(store, base, files, options);
  const description = (await candidate.read('release.json')) ?? Buffer.from(JSON.stringify(release));
  const existing = await store.sizes(base.slice(0, -1));
  await allEnded([writeFiles(store, existing, files, options), sign(description)]);
  await store.create(`${base}release.json`, description);
  return true;
}

/** A build replaces the damaged description of its version, with everything beside it. @throws `invalid_input` */
async function findPublished(store: Store, { release, store: source }: Candidate) {
  const { id, version } = release;
  try {
    return await findRelease(store, id, version);
  } catch (error) {
    if (source || !isAppError(error) || error.code !== 'invalid_input') throw error;
    await store.remove(releaseBase(id, version).slice(0, -1));
    return undefined;
  }
}

/** @throws `invalid_input` when a file is missing, or was changed after the build */
const filesOf = ({ release, place, read }: Candidate, base: string) =>
  Promise.all(
    Object.entries(release.files).map(async ([path, { integrity }]) => {
      const bytes = await read(path);
      if (!bytes) {
        throw new AppError('invalid_input', `${place}: files: ${path} is missing: build it again`);
      }
      if (integrityOf(bytes) !== integrity) {
        throw new AppError(
          'invalid_input',
          `${place}: files: ${path} was changed after the build: build it again`,
        );
      }
      return { key: base + path, bytes, integrity };
    }),
  );

/** Writes damaged files again. Origins serve their own copies, so no visitor sees a moment without them. */
async function repair(
  store: Store,
  base: string,
  files: readonly (StoreFile & { integrity: string })[],
  options: WriteOptions,
): Promise<boolean> {
  const damaged = await damagedKeys(store, files);
  if (damaged.length === 0) return false;
  await allEnded(damaged.map((key) => store.remove(key)));
  await writeFiles(store, await store.sizes(base.slice(0, -1)), files, options);
  return true;
}
