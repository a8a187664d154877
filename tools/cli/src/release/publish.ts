/** Writes a release to a store, under its version. A published version never changes. */
import { AppError, type Release } from '@slipway/contracts';
import { releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { type Progress, writeFiles } from '../store/writeFiles';
import { type Candidate, findRelease } from './candidate';
import { fileTypeFailure } from './fileTypes';
import { integrityOf } from './integrity';

/** The part of a release that its version is a hash of. */
const contentOf = ({ files }: Release) =>
  JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Publishes a candidate. `release.json` is written last: an interrupted publish leaves no release that looks complete,
 * and the next one sends the rest. `sign` gets it before. Returns whether it sent anything: a version that has its `release.json` is skipped.
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
  const [published, existing] = await Promise.all([
    findRelease(store, release.id, release.version),
    store.sizes(base.slice(0, -1)),
  ]);
  if (published) {
    if (contentOf(published.release) === contentOf(release)) return false;
    throw new AppError(
      'conflict',
      `${store.address} already has ${release.id} ${release.version} with other files, and a published version never changes: build ${release.id} again`,
    );
  }
  const wrongType = Object.keys(release.files)
    .map(fileTypeFailure)
    .find((failure) => failure);
  if (wrongType) throw new AppError('invalid_input', `${place}: files: ${wrongType}`);
  const files = await Promise.all(
    Object.entries(release.files).map(async ([path, { integrity }]) => {
      const bytes = await candidate.read(path);
      if (!bytes) {
        throw new AppError('invalid_input', `${place}: files: ${path} is missing: build it again`);
      }
      if (integrityOf(bytes) !== integrity) {
        throw new AppError(
          'invalid_input',
          `${place}: files: ${path} was changed after the build: build it again`,
        );
      }
      return { key: base + path, bytes };
    }),
  );
  const description = (await candidate.read('release.json')) ?? Buffer.from(JSON.stringify(release));
  await Promise.all([
    writeFiles(store, existing, files, { effort: 'best', ...(onProgress ? { onProgress } : {}) }),
    sign(description),
  ]);
  await store.create(`${base}release.json`, description);
  return true;
}
