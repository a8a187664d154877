/** A release that may be deployed: its description, and its files in a build's folder or in a store. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { releaseVersion } from '@slipway/build/release-version';
import {
  AppError,
  isAppError,
  parseRelease,
  type Release,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import { EARLIER_RELEASES, publicBase, releaseBase } from '../store/keys';
import { readError } from '../store/folderError';
import { encodings, isCompressible } from '../store/objectHeaders';
import { parsedOnce } from '../store/parsedOnce';
import type { Store } from '../store/store';
import { sha256Once } from '../trust/keys';
import { type Memory, memoryOf } from '../trust/memory';
import { recalledJson } from '../trust/recalledJson';

export interface Candidate {
  release: Release;
  /** Where its files are, for messages. */
  place: string;
  /** What to do when a file is missing or altered, for messages. */
  repair: string;
  /** The advice for a file with the right size and other bytes, if it differs from `repair`. */
  repairAltered?: string;
  /** The store that it was published to; undefined for a build. */
  store?: Store;
  /** The bytes of a file, or undefined when it is missing. */
  read(path: string): Promise<Buffer | undefined>;
  /** The files that exist, with their sizes in bytes. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /** Bytes that a browser downloads for a file: compressed with Brotli where that helps. */
  transferSize(path: string): Promise<number>;
}

export type ShellCandidate = Candidate & { release: ShellRelease };
export type SliceCandidate = Candidate & { release: SliceRelease };

export const isShell = (candidate: Candidate): candidate is ShellCandidate =>
  candidate.release.kind === 'shell';
export const isSlice = (candidate: Candidate): candidate is SliceCandidate =>
  candidate.release.kind === 'slice';

/** The release that a description contains. @throws `invalid_input`, and an error for text that is not JSON */
export const releaseIn = parsedOnce(parseRelease);

/** Releases whose version is that of their content. */
const compared = new WeakSet<Release>();

/** Whether the version of a description is that of its content, in these bytes. `isKnown`: it was compared before. */
export function hasOwnVersion(release: Release, bytes: Buffer, isKnown = false): boolean {
  const isOwn =
    isKnown ||
    compared.has(release) ||
    release.version === releaseVersion(JSON.parse(bytes.toString()) as object);
  if (isOwn) compared.add(release);
  return isOwn;
}

/** @throws `invalid_input` when it is no description, or when its version is not the one of its content */
function parseDescription(bytes: Buffer, file: string, repair: string, memory?: Memory): Release {
  let release: Release;
  try {
    release = memory ? recalledJson(memory, 'release', releaseIn, bytes, file) : releaseIn(bytes, file);
  } catch (cause) {
    if (isAppError(cause)) throw new AppError(cause.code, `${cause.message}: ${repair}`, { cause });
    throw new AppError('invalid_input', `${file} is not valid JSON: ${repair}`, { cause });
  }
  const inputs = ['own version', memory ? sha256Once(bytes) : ''] as const;
  if (hasOwnVersion(release, bytes, memory?.recall(...inputs) === release.version)) {
    memory?.remember(release.version, ...inputs);
    return release;
  }
  const version = releaseVersion(JSON.parse(bytes.toString()) as object);
  throw new AppError(
    'invalid_input',
    `${file}: version: is ${release.version}, but the version of this content is ${version}: ${repair}`,
  );
}

/** The build in the folder `dist`. @throws `not_found` when there is none, `forbidden`, `invalid_input` */
export async function builtRelease(dist: string): Promise<Candidate> {
  const file = join(dist, 'release.json');
  const repair = 'build it again';
  const description = await readFile(file).catch((cause: unknown) => {
    if (isAppError(readError(cause))) throw readError(cause);
    throw new AppError('not_found', `${file} is missing: build it first`, { cause });
  });
  const release = parseDescription(description, file, repair);
  // Returns the description that was checked, also when the folder is built again in the meantime.
  const read = (path: string) =>
    path === 'release.json'
      ? Promise.resolve(description)
      : readFile(join(dist, path)).catch((cause: unknown) => {
          if (isAppError(readError(cause))) throw readError(cause);
          return undefined;
        });
  return {
    release,
    place: dist,
    repair,
    read,
    async sizes() {
      const files = await Promise.all(
        Object.keys(release.files).map(async (path) => [path, (await read(path))?.length] as const),
      );
      return new Map(files.filter((entry): entry is [string, number] => entry[1] !== undefined));
    },
    async transferSize(path) {
      const bytes = (await read(path)) ?? Buffer.alloc(0);
      return isCompressible(path) ? (await promisify(brotliCompress)(bytes)).length : bytes.length;
    },
  };
}

/** A published release, or undefined. @throws `invalid_input` when its description is damaged */
export async function findRelease(store: Store, id: string, version: string): Promise<Candidate | undefined> {
  const base = releaseBase(id, version);
  const place = `${store.address}/${base}`;
  const repair = `publish the same build again`;
  const bytes = await store.get(`${base}release.json`);
  if (!bytes) return undefined;
  const release = parseDescription(bytes, `${base}release.json`, repair, memoryOf(store));
  if (release.id !== id || release.version !== version) {
    throw new AppError(
      'invalid_input',
      `${place}release.json describes ${release.id} ${release.version} instead of ${id} ${version}: ${repair}`,
    );
  }
  return storedAt(store, base, release, repair);
}

/**
 * A release as the origin of an environment serves it, from the environment's public area. A deploy of `stable`, which runs
 * already, repairs it.
 */
export function servedRelease(
  store: Store,
  environment: string,
  release: Release,
  stable = release.version,
): Candidate {
  const command = `slipway deploy ${release.id}@${stable} --env ${environment} --reason "files again"`;
  const base = publicBase(environment, release.id, release.version);
  return {
    ...storedAt(store, base, release, `run ${command}`),
    repairAltered: `remove it, then run ${command}`,
  };
}

function storedAt(store: Store, base: string, release: Release, repair: string): Candidate {
  let sizes: Promise<ReadonlyMap<string, number>> | undefined;
  const allSizes = () =>
    (sizes ??= store
      .sizes(base.slice(0, -1))
      .then((keys) => new Map([...keys].map(([key, size]) => [key.slice(base.length), size]))));
  return {
    release,
    place: `${store.address}/${base}`,
    repair,
    store,
    read: (path) => store.get(base + path),
    sizes: allSizes,
    async transferSize(path) {
      const found = await allSizes();
      return found.get(path + encodings.br) ?? found.get(path) ?? 0;
    },
  };
}

/** @throws `not_found` when the store does not have the release */
export async function publishedRelease(store: Store, id: string, version: string): Promise<Candidate> {
  const found = await findRelease(store, id, version);
  if (found) return found;
  if ((await store.list(EARLIER_RELEASES)).length > 0) {
    throw new AppError(
      'not_found',
      `${store.address} has the format of an earlier version, with releases in ${EARLIER_RELEASES}/: move it away, then deploy the shell and all slices`,
    );
  }
  throw new AppError(
    'not_found',
    `${store.address} has no release ${version} of ${id}: it was never published, or it was pruned`,
  );
}
