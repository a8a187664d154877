/** Checks that a release's files are of allowed types, exist and match the build. */
import pLimit from 'p-limit';
import { contains } from '../composition/copyReleaseFile';
import type { ReleaseRef } from '../composition/selection';
import type { Candidate } from '../release/candidate';
import { fileTypeFailure } from '../release/fileTypes';
import { integrityOf } from '../release/integrity';
import { encodings, isCompressible } from '../store/objectHeaders';

/** Files that are read at the same time. */
const CONCURRENCY = 8;

/**
 * Every file of another type, or else every missing or altered file. Hashes the files of a new release; of a running one,
 * compares only their sizes.
 */
export async function fileFailures(candidate: Candidate, isNew: boolean): Promise<string[]> {
  const { release, place, repair, repairAltered = repair } = candidate;
  const wrongTypes = Object.keys(release.files).flatMap((path) => {
    const failure = fileTypeFailure(path);
    return failure ? [`${release.id}: ${failure}`] : [];
  });
  if (wrongTypes.length > 0) return wrongTypes;
  const sizes = await candidate.sizes();
  const limit = pLimit(CONCURRENCY);
  const failures = await Promise.all(
    Object.entries(release.files).map(([path, { size, integrity }]) =>
      limit(async () => {
        const found = sizes.get(path);
        if (found === undefined) return `is missing: ${repair}`;
        if (found !== size) return `has ${String(found)} bytes instead of ${String(size)}: ${repair}`;
        if (!isNew) return undefined;
        const bytes = await candidate.read(path);
        return bytes && integrityOf(bytes) === integrity
          ? undefined
          : `was changed after the build: ${repairAltered}`;
      }).then((failure) => failure && `${release.id}: ${path} in ${place} ${failure}`),
    ),
  );
  return failures.filter((failure) => failure !== undefined);
}

/** Every compressed copy that does not have the bytes of its file. A release without copies is complete. */
export async function copyFailures(candidate: Candidate): Promise<string[]> {
  const { release, place, repair, repairAltered = repair, read, sizes } = candidate;
  const limit = pLimit(CONCURRENCY);
  const existing = await sizes();
  const failures = await Promise.all(
    Object.entries(release.files).flatMap(([path, { integrity }]) =>
      (isCompressible(path) ? (['br', 'gzip'] as const) : []).map((encoding) =>
        limit(async () => {
          const name = path + encodings[encoding];
          if (!existing.has(name)) return [];
          const bytes = await read(name);
          if (!bytes || contains(encoding, bytes, integrity)) return [];
          return [`${release.id}: ${name} in ${place} is not a copy of ${path}: ${repairAltered}`];
        }),
      ),
    ),
  );
  return failures.flat();
}

/** For a release without an owner, the shell. */
export const ownerOf = ({ release }: Candidate) => (release.kind === 'slice' ? release.owner : 'shell');

/** The most releases whose files one deploy checks. */
const WATCHED = 12;

/**
 * The running releases whose files a deploy of `revision` checks. Large numbers of releases take turns, so that a
 * deploy does not list the files of a hundred slices.
 */
export function watchedReleases<One>(running: readonly One[], revision: number): One[] {
  const start = (revision * WATCHED) % Math.max(1, running.length);
  return [...running.slice(start), ...running.slice(0, start)].slice(0, WATCHED);
}

/**
 * Files of running releases that are missing or have another size. Visitors get the copies in the public area, so only
 * a deploy that copies these files again is rejected.
 */
export async function fileAlarms(
  candidates: readonly Candidate[],
  running: readonly ReleaseRef[],
): Promise<string[]> {
  // A damaged build is a failure, not an alarm: see `failuresOf`.
  const isRunning = ({ release: { id, version }, store }: Candidate) =>
    store !== undefined && running.some((one) => one.id === id && one.version === version);
  const damaged = await Promise.all(
    candidates.filter(isRunning).map(async (candidate) => {
      const failures = await fileFailures(candidate, false);
      return failures.map((failure) => `${failure} (its owner is ${ownerOf(candidate)})`);
    }),
  );
  return damaged.flat();
}
