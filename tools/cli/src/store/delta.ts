/**
 * Deltas: copies of a file that are compressed against an earlier file, which the browser has (RFC 9842, decision 104). One
 * is stored beside its file, under the SHA-256 of the earlier file as browsers send it: `page.js.dcz/<Base64>`. A `/` in it is
 * one of the key too, because web servers cannot replace it.
 */
import { createHash } from 'node:crypto';
import {
  compressUsingDict,
  createCCtx,
  createDCtx,
  decompressUsingDict,
  freeCCtx,
  freeDCtx,
  init,
} from '@bokuweb/zstd-wasm';
import { REST } from './keys';

/** The encoding of a delta, in `Content-Encoding` and as the ending of its key. */
export const DELTA = 'dcz';

/** A skippable frame of Zstandard, which contains the SHA-256 of the earlier file. */
const HEADER = Buffer.from('5e2a4d1820000000', 'hex');
/** The slowest that needs no more memory in the browser: 0.2 s for the shell's script, milliseconds for a slice's. */
const LEVEL = 19;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The library breaks when it is initialized twice, and a process may have this module twice: compiled, and as source. */
const library: typeof init & { ready?: Promise<void> } = init;

/** Compiles the library, which takes longer than most deltas. */
export const loadLibrary = (): Promise<void> => (library.ready ??= init());

/** The delta of `bytes` to `earlier`. The same bytes give the same delta. @throws when it does not give them back */
export async function deltaOf(earlier: Uint8Array, bytes: Uint8Array): Promise<Buffer> {
  await loadLibrary();
  const [compressing, decompressing] = [createCCtx(), createDCtx()];
  try {
    const compressed = compressUsingDict(compressing, bytes, earlier, LEVEL);
    // With a wrong delta, browsers cannot run the page.
    if (!hashOf(decompressUsingDict(decompressing, compressed, earlier)).equals(hashOf(bytes)))
      throw new Error('The delta does not decode to its file');
    return Buffer.concat([HEADER, hashOf(earlier), compressed]);
  } finally {
    freeCCtx(compressing);
    freeDCtx(decompressing);
  }
}

/** Decodes a delta against `earlier`. @throws if it is not one */
export async function fileFromDelta(earlier: Uint8Array, delta: Uint8Array): Promise<Buffer> {
  const header = Buffer.concat([HEADER, hashOf(earlier)]);
  if (!header.equals(delta.subarray(0, header.length))) throw new Error('The delta is based on another file');
  await loadLibrary();
  const context = createDCtx();
  try {
    return Buffer.from(decompressUsingDict(context, delta.subarray(header.length), earlier));
  } finally {
    freeDCtx(context);
  }
}

/** Scripts, styles and federation manifests of releases, and compositions. The content of a path never changes. */
const ofRelease =
  /^\/slices\/(?<id>[a-z][a-z0-9-]*)\/[0-9a-f]{16}\/(?<stem>[\w-]+)\.[0-9a-f]{16}\.(?<ending>js|css)$/;
const ofManifest = /^\/slices\/(?<id>[a-z][a-z0-9-]*)\/[0-9a-f]{16}\/mf-manifest\.json$/;
const ofRest = new RegExp(`^/slices/${REST}/\\d+/[0-9a-f]{16}\\.json$`);

/** The URL pattern of the later files of a file on an origin; undefined for one that has no deltas. */
export function laterFiles(path: string): string | undefined {
  if (ofRest.test(path)) return `/slices/${REST}/*`;
  const { id: manifestOf } = ofManifest.exec(path)?.groups ?? {};
  if (manifestOf !== undefined) return `/slices/${manifestOf}/*/mf-manifest.json`;
  const { id, stem, ending } = ofRelease.exec(path)?.groups ?? {};
  return id !== undefined && stem !== undefined && ending !== undefined
    ? `/slices/${id}/*/${stem}.*.${ending}`
    : undefined;
}

/** The value of `Use-As-Dictionary`. */
export const dictionaryHeader = (pattern: string): string => `match="${pattern}"`;

/** The SHA-256 of the earlier file that a browser has, if it accepts deltas. */
export function earlierHash(headers: Pick<Headers, 'get'>): string | undefined {
  if (!/\bdcz\b/.test(headers.get('accept-encoding') ?? '')) return undefined;
  return /^:([A-Za-z0-9+/]{43}=):$/.exec(headers.get('available-dictionary') ?? '')?.[1];
}

/** The value of `Available-Dictionary` of a browser that has these bytes. */
export const availableDictionary = (earlier: Uint8Array): string => `:${hashOf(earlier).toString('base64')}:`;

/** The key of the delta of a file to an earlier file with this hash. */
export const deltaKeyTo = (key: string, earlier: string): string => `${key}.${DELTA}/${earlier}`;

/** The key of the delta of a file to these bytes. */
export const deltaKey = (key: string, earlier: Uint8Array): string =>
  deltaKeyTo(key, hashOf(earlier).toString('base64'));

/** The key of the file of a delta. */
export const fileOfDelta = (key: string): string | undefined => /^(.+)\.dcz\/.+$/.exec(key)?.[1];
