/** Writes many keys in parallel, each with Brotli and gzip copies. Skips files that the store already has. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { isAppError } from '@slipway/contracts';
import { encodings, isCompressible } from './objectHeaders';
import type { Store } from './store';

/** Parallel requests. */
const CONCURRENCY = 8;

export interface StoreFile {
  key: string;
  bytes: Uint8Array;
}

export interface Progress {
  /** Files written so far, without copies, out of `total`. */
  done: number;
  total: number;
}

export interface WriteOptions {
  effort: 'best' | 'fast';
  /** Replaces what is there, for a folder that only this process may fill: files of others were planted. */
  replaces?: boolean;
  onProgress?: (progress: Progress) => void;
}

/**
 * `effort` is the compression level: `best` for the files of a release, which are served for long, `fast` for documents.
 * An interruption leaves only complete files, and calling again sends the rest.
 * @throws `conflict` when a key exists with other bytes
 */
export async function writeFiles(
  store: Store,
  folder: string,
  files: readonly StoreFile[],
  { effort, replaces = false, onProgress }: WriteOptions,
): Promise<void> {
  const found = await store.sizes(folder);
  if (replaces) {
    const written = files.flatMap(({ key }) => [
      key,
      ...Object.values(encodings).map((ending) => key + ending),
    ]);
    await Promise.all(written.filter((key) => found.has(key)).map((key) => store.remove(key)));
  }
  const existing = replaces ? new Map<string, number>() : found;
  const limit = pLimit(CONCURRENCY);
  let done = 0;
  await Promise.all(
    files.map(({ key, bytes }) =>
      limit(async () => {
        if (existing.get(key) !== bytes.length) await store.create(key, bytes);
        if (isCompressible(key)) await writeCopies(store, key, bytes, effort, existing);
        done += 1;
        onProgress?.({ done, total: files.length });
      }),
    ),
  ).catch((error: unknown) => {
    limit.clearQueue(); // the rest would fail the same way, or be useless
    throw error;
  });
}

const compress = {
  br: (bytes: Uint8Array, effort: 'best' | 'fast') =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5 },
    }),
  gzip: (bytes: Uint8Array, effort: 'best' | 'fast') =>
    promisify(gzip)(bytes, { level: effort === 'best' ? 9 : 6 }),
};

async function writeCopies(
  store: Store,
  key: string,
  bytes: Uint8Array,
  effort: 'best' | 'fast',
  existing: ReadonlyMap<string, number>,
): Promise<void> {
  for (const encoding of ['br', 'gzip'] as const) {
    const copy = key + encodings[encoding];
    if (existing.has(copy)) continue;
    try {
      await store.create(copy, await compress[encoding](bytes, effort));
    } catch (error) {
      // Another version of Node may compress the same content to other bytes: the existing copy is as good.
      if (!isAppError(error) || error.code !== 'conflict') throw error;
    }
  }
}
