/** Writes many keys in parallel, each with Brotli and gzip copies. Skips files that the store already has. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isAppError } from '@slipway/contracts';
import { encodings, isCompressible } from './objectHeaders';
import { allEnded, untilFailure } from './parallel';
import type { Store } from './store';

/** Parallel requests. Few files are large, so the latency of a bucket decides. */
const CONCURRENCY = 32;

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
  /** For a folder that only this process may fill: a compressed copy by another one was planted, and is a conflict. */
  isOwnFolder?: boolean;
  onProgress?: (progress: Progress) => void;
}

/**
 * `found` is what the folder of the files has, with sizes. `effort` is the compression level: `best` for the files of a
 * release, which are served for long, `fast` for documents. An interruption leaves only complete files, and calling again sends the rest.
 * @throws `conflict` when a key exists with other bytes
 */
export async function writeFiles(
  store: Store,
  found: ReadonlyMap<string, number>,
  files: readonly StoreFile[],
  { effort, isOwnFolder = false, onProgress }: WriteOptions,
): Promise<void> {
  const run = untilFailure(CONCURRENCY);
  let done = 0;
  await allEnded(
    files.map(async ({ key, bytes }) => {
      await allEnded([
        found.get(key) === bytes.length ? undefined : run(() => store.create(key, bytes)),
        ...(isCompressible(key) ? (['br', 'gzip'] as const) : [])
          .filter((encoding) => !found.has(key + encodings[encoding]))
          .map((encoding) =>
            run(async () => {
              const copy = await compress[encoding](bytes, effort);
              await store.create(key + encodings[encoding], copy).catch((error: unknown) => {
                // Another version of Node may compress the same content to other bytes: the existing copy is as good.
                if (isOwnFolder || !isAppError(error) || error.code !== 'conflict') throw error;
              });
            }),
          ),
      ]);
      done += 1;
      onProgress?.({ done, total: files.length });
    }),
  );
}

const compress = {
  br: (bytes: Uint8Array, effort: 'best' | 'fast') =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5 },
    }),
  gzip: (bytes: Uint8Array, effort: 'best' | 'fast') =>
    promisify(gzip)(bytes, { level: effort === 'best' ? 9 : 6 }),
};
