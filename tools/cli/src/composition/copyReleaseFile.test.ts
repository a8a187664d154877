/** Compressed copies are kept only with the exact bytes of their file. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isCopyOf } from './copyReleaseFile';

const bytes = Buffer.from('<!doctype html>\n'.repeat(400));
const compress = { br: brotliCompressSync, gzip: gzipSync };

it.each(['br', 'gzip'] as const)('a copy in %s has the bytes of its file', (encoding) => {
  const copyOf = (content: Buffer) => compress[encoding](content);
  expect(isCopyOf(encoding, copyOf(bytes), bytes)).toBe(true);
  expect(isCopyOf(encoding, copyOf(Buffer.alloc(0)), Buffer.alloc(0))).toBe(true);
  const altered = Buffer.from(bytes);
  altered[3_000] = 0;
  expect(isCopyOf(encoding, copyOf(altered), bytes)).toBe(false);
  expect(isCopyOf(encoding, copyOf(bytes.subarray(1)), bytes)).toBe(false);
  expect(isCopyOf(encoding, copyOf(Buffer.concat([bytes, bytes])), bytes)).toBe(false);
  expect(isCopyOf(encoding, bytes, bytes)).toBe(false);
  expect(isCopyOf(encoding, copyOf(bytes).subarray(0, -1), bytes)).toBe(false);
});
