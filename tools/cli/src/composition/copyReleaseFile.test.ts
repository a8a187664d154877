/** Compressed copies are kept only with the exact bytes of their file. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sha256 } from '../trust/keys';
import { isCopyOf } from './copyReleaseFile';

const bytes = Buffer.from('<!doctype html>\n'.repeat(400));
const fileOf = (content: Buffer) => ({ hash: sha256(content), length: content.length });
const file = fileOf(bytes);
const compress = { br: brotliCompressSync, gzip: gzipSync };

it.each(['br', 'gzip'] as const)('a copy in %s has the bytes of its file', (encoding) => {
  const copyOf = (content: Buffer) => compress[encoding](content);
  expect(isCopyOf(encoding, copyOf(bytes), file)).toBe(true);
  expect(isCopyOf(encoding, copyOf(Buffer.alloc(0)), fileOf(Buffer.alloc(0)))).toBe(true);
  const altered = Buffer.from(bytes);
  altered[3_000] = 0;
  expect(isCopyOf(encoding, copyOf(altered), file)).toBe(false);
  expect(isCopyOf(encoding, copyOf(bytes.subarray(1)), file)).toBe(false);
  expect(isCopyOf(encoding, copyOf(Buffer.concat([bytes, bytes])), file)).toBe(false);
  expect(isCopyOf(encoding, bytes, file)).toBe(false);
  expect(isCopyOf(encoding, copyOf(bytes).subarray(0, -1), file)).toBe(false);
});
