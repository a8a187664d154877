/** Copies one file of a release, with its compressed copies, when their bytes are those that the release lists. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { AppError } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { encodings, type Encoding, isCompressible } from '../store/objectHeaders';
import { allEnded } from '../store/parallel';
import type { Store } from '../store/store';
import { sha256 } from '../trust/keys';

/** Bytes. A compressed copy that contains more is rejected instead of filling the memory. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** Bytes, as zlib wants them. */
const SMALLEST_CHUNK = 64;

const decompress = { br: brotliDecompressSync, gzip: gunzipSync };

/** Whether a compressed copy has the bytes of this hash. */
export const contains = (encoding: Encoding, bytes: Buffer, integrity: string): boolean => {
  try {
    return integrityOf(decompress[encoding](bytes, { maxOutputLength: LARGEST_FILE })) === integrity;
  } catch {
    return false; // no compressed data, or too much
  }
};

/** A file by its SHA-256 and its bytes, as a statement lists it. */
export interface HashedFile {
  hash: string;
  length: number;
}

/** Whether a compressed copy has exactly the bytes of this file. Never decompresses more bytes than the file has. */
export const isCopyOf = (encoding: Encoding, compressed: Buffer, { hash, length }: HashedFile): boolean => {
  const size = Math.max(1, length);
  try {
    const found = decompress[encoding](compressed, {
      maxOutputLength: size,
      chunkSize: Math.max(SMALLEST_CHUNK, size + 1),
    });
    return found.length === length && sha256(found) === hash;
  } catch {
    return false;
  }
};

/** A release's description is published without compressed copies. */
const isDescription = (key: string) => key.endsWith('/release.json');

/**
 * Copies a file after its compressed copies: if the file exists, they do too. A release without compressed copies is
 * served uncompressed.
 * @throws `invalid_input`
 */
export async function copyReleaseFile(
  store: Store,
  from: string,
  to: string,
  integrity: string,
): Promise<void> {
  const copy = async (ending: string, accepts: (bytes: Buffer) => boolean) => {
    let isAltered = false;
    const copied = await store.copy(from + ending, to + ending, (bytes) => {
      isAltered = !accepts(bytes);
      return !isAltered;
    });
    if (copied) return;
    if (ending && !isAltered) {
      await store.remove(to + ending); // another one may be there, which was not checked
      return;
    }
    throw new AppError(
      'invalid_input',
      `${store.address}/${from}${ending} ${isAltered ? 'is not what the release lists' : 'is missing or was just changed'}: publish the same build again`,
    );
  };
  if (isCompressible(from)) {
    await allEnded(
      (['br', 'gzip'] as const).map((encoding) =>
        isDescription(from)
          ? store.remove(to + encodings[encoding])
          : copy(encodings[encoding], (bytes) => contains(encoding, bytes, integrity)),
      ),
    );
  }
  await copy('', (bytes) => integrityOf(bytes) === integrity);
}
