/** A release that may be run: its description, and its files wherever they are now, in a build's folder or in a store. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { AppError, parseRelease, type Release } from '@slipway/contracts';
import { releaseBase } from '../store/keys';
import { encodings, isCompressible } from '../store/objectHeaders';
import type { Store } from '../store/store';

export interface Candidate {
  release: Release;
  /** Where its files are, as a person names it. */
  place: string;
  /** The bytes of a file, or undefined where it is missing. */
  read(path: string): Promise<Buffer | undefined>;
  /** The files that are there, to their sizes in bytes. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /** Bytes of a file on their way to a browser, with Brotli where it is compressed. */
  transferSize(path: string): Promise<number>;
}

const parsed = (bytes: Buffer, what: string): Release => {
  try {
    return parseRelease(JSON.parse(bytes.toString()), what);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError('invalid_input', `${what} is no JSON: it was cut or altered; publish it again`, {
      cause,
    });
  }
};

/** The build in `dist`. @throws `not_found` without one, `invalid_input` */
export async function builtRelease(dist: string): Promise<Candidate> {
  const listPath = join(dist, 'release.json');
  const list = await readFile(listPath).catch((cause: unknown) => {
    throw new AppError('not_found', `${listPath} is missing: build it first`, { cause });
  });
  const release = parsed(list, listPath);
  const read = (path: string) => readFile(join(dist, path)).catch(() => undefined);
  return {
    release,
    place: dist,
    read,
    async sizes() {
      const files = await Promise.all(
        Object.keys(release.files).map(async (path) => [path, (await read(path))?.length] as const),
      );
      return new Map(files.filter((file): file is [string, number] => file[1] !== undefined));
    },
    async transferSize(path) {
      const bytes = (await read(path)) ?? Buffer.alloc(0);
      return isCompressible(path) ? (await promisify(brotliCompress)(bytes)).length : bytes.length;
    },
  };
}

/** A published release, or undefined. */
export async function findRelease(store: Store, id: string, version: string): Promise<Candidate | undefined> {
  const base = releaseBase(id, version);
  const bytes = await store.get(`${base}release.json`);
  if (!bytes) return undefined;
  let sizes: Promise<ReadonlyMap<string, number>> | undefined;
  const allSizes = () =>
    (sizes ??= store
      .sizes(base.slice(0, -1))
      .then((keys) => new Map([...keys].map(([key, size]) => [key.slice(base.length), size]))));
  return {
    release: parsed(bytes, `${base}release.json`),
    place: `${store.address}/${base}`,
    read: (path) => store.get(base + path),
    sizes: allSizes,
    async transferSize(path) {
      const there = await allSizes();
      return there.get(path + encodings.br) ?? there.get(path) ?? 0;
    },
  };
}

/** @throws `not_found` when the store has no such release */
export async function publishedRelease(store: Store, id: string, version: string): Promise<Candidate> {
  const found = await findRelease(store, id, version);
  if (found) return found;
  throw new AppError(
    'not_found',
    `${store.address} has no release ${version} of ${id}: publish it first, or it was pruned`,
  );
}
