/** The headers of an object, derived from its key: type, caching, and the encoding of a compressed copy. */
import { isFrame } from '../composition/frame';
import { siteFileTypes } from '../composition/siteFiles';
import { contentTypeOf } from '../release/fileTypes';
import { DELTA, fileOfDelta } from './delta';

/** A compressed copy is stored beside its file, as `page.js.br`: nginx's `brotli_static` and `gzip_static` expect it there. */
export const encodings = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof encodings;

const encodingOf = (key: string) =>
  (Object.keys(encodings) as Encoding[]).find((encoding) => key.endsWith(encodings[encoding]));

/** Whether a key is that of a compressed copy or of a delta, which have no address. */
export const isCompressedCopy = (key: string) =>
  encodingOf(key) !== undefined || fileOfDelta(key) !== undefined;

/** The public area of an environment: only files of releases. */
const isPublic = (key: string) => /^environments\/[^/]+\/public\//.test(key);

/** Cached for a year without revalidation: the address of a release's file contains its version. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cached, and revalidated on each use. */
const REVALIDATE = 'no-cache';

export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
  contentEncoding: Encoding | typeof DELTA | undefined;
}

export function objectHeaders(key: string): ObjectHeaders {
  const file = fileOfDelta(key);
  const encoding = encodingOf(key);
  const path = file ?? (encoding ? key.slice(0, -encodings[encoding].length) : key);
  const ofSite = isPublic(path) ? undefined : siteFileTypes[path.slice(path.lastIndexOf('/') + 1)];
  const isDocument = path.endsWith('.html') && (!isPublic(path) || isFrame(path));
  return {
    contentType:
      (isDocument ? 'text/html; charset=utf-8' : (ofSite ?? contentTypeOf(path))) ??
      'application/octet-stream',
    cacheControl: isPublic(key) ? IMMUTABLE : REVALIDATE,
    contentEncoding: file === undefined ? encoding : DELTA,
  };
}

/** Whether a compressed copy is useful: fonts and images are already compressed. */
export const isCompressible = (key: string) =>
  /\.(?:js|mjs|css|html|json|svg|txt|xml|webmanifest)$/.test(key);
