/** Writes many keys at once, each with its Brotli and gzip copies; what the store has already is not sent again. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { isAppError } from '@slipway/contracts';
import { encodings, isCompressible } from './objectHeaders';
import type { Store } from './store';

/** Requests on their way at one time. */
const AT_ONCE = 8;

export interface StoreFile {
  key: string;
  bytes: Uint8Array;
}

export interface Progress {
  /** Files that are there by now, copies not counted, out of `total`. */
  done: number;
  total: number;
}

/**
 * Files of a release are read for a year, documents for one revision: `effort` says how hard to compress.
 * A cut leaves whole files; calling again sends the rest.
 * @throws `conflict` when a key exists with other bytes
 */
export async function writeFiles(
  store: Store,
  folder: string,
  files: readonly StoreFile[],
  { effort, onProgress }: { effort: 'most' | 'quick'; onProgress?: (progress: Progress) => void },
): Promise<void> {
  const there = await store.sizes(folder);
  const limit = pLimit(AT_ONCE);
  let done = 0;
  await Promise.all(
    files.map(({ key, bytes }) =>
      limit(async () => {
        if (there.get(key) !== bytes.length) await store.create(key, bytes);
        if (isCompressible(key)) await writeCopies(store, key, bytes, effort, there);
        done += 1;
        onProgress?.({ done, total: files.length });
      }),
    ),
  ).catch((error: unknown) => {
    limit.clearQueue(); // the rest would fail the same way, or be work for nobody
    throw error;
  });
}

const compress = {
  br: (bytes: Uint8Array, effort: 'most' | 'quick') =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'most' ? 11 : 5 },
    }),
  gzip: (bytes: Uint8Array, effort: 'most' | 'quick') =>
    promisify(gzip)(bytes, { level: effort === 'most' ? 9 : 6 }),
};

async function writeCopies(
  store: Store,
  key: string,
  bytes: Uint8Array,
  effort: 'most' | 'quick',
  there: ReadonlyMap<string, number>,
): Promise<void> {
  for (const encoding of ['br', 'gzip'] as const) {
    const copy = key + encodings[encoding];
    if (there.has(copy)) continue;
    try {
      await store.create(copy, await compress[encoding](bytes, effort));
    } catch (error) {
      // Another version of Node compresses the same content to other bytes: the copy that is there is as good.
      if (!isAppError(error) || error.code !== 'conflict') throw error;
    }
  }
}
