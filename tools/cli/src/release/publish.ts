/** Puts a release into a store, under its version, once and for good. */
import { createHash } from 'node:crypto';
import { AppError, type Release } from '@slipway/contracts';
import { releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { type Progress, writeFiles } from '../store/writeFiles';
import { type Candidate, findRelease } from './candidate';

export const integrityOf = (bytes: Uint8Array) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The part of a release that its version stands for. */
const content = ({ files }: Release) =>
  JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Publishes a candidate; `release.json` goes last, so that a cut leaves no half release that looks whole, and another
 * try sends the rest. What is there already is left as it is; returns whether anything was sent.
 * @throws `invalid_input` when a file is not what `release.json` says, `conflict` when the version has other bytes
 */
export async function publish(
  store: Store,
  candidate: Candidate,
  onProgress?: (progress: Progress) => void,
): Promise<boolean> {
  const { release, place } = candidate;
  const known = await findRelease(store, release.id, release.version);
  if (known) {
    if (content(known.release) === content(release)) return false;
    throw new AppError(
      'conflict',
      `${store.address} has another ${release.id} ${release.version}: a version never changes; build it again`,
    );
  }
  const base = releaseBase(release.id, release.version);
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
  await writeFiles(store, base.slice(0, -1), files, {
    effort: 'most',
    ...(onProgress ? { onProgress } : {}),
  });
  const list = await candidate.read('release.json');
  await store.create(`${base}release.json`, list ?? Buffer.from(JSON.stringify(release)));
  return true;
}
