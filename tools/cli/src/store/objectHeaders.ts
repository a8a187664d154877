/** What an object is served with, from its key alone: type, caching, and the encoding of a compressed copy. */
import mime from 'mime';

/** A compressed copy stands beside its file: `page.js.br`, as nginx's `brotli_static` and `gzip_static` look for it. */
export const encodings = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof encodings;

const encodingOf = (key: string) =>
  (Object.keys(encodings) as Encoding[]).find((encoding) => key.endsWith(encodings[encoding]));

export const isCompressedCopy = (key: string) => encodingOf(key) !== undefined;

/** A year, and never asked for again: a release's file has its version in its address. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, and asked for again each time. */
const REVALIDATE = 'no-cache';

export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
  contentEncoding: Encoding | undefined;
}

export function objectHeaders(key: string): ObjectHeaders {
  const contentEncoding = encodingOf(key);
  const path = contentEncoding ? key.slice(0, -encodings[contentEncoding].length) : key;
  const type = mime.getType(path) ?? 'application/octet-stream';
  const isText = /^text\/|javascript|json|svg/.test(type);
  return {
    contentType: isText ? `${type}; charset=utf-8` : type,
    cacheControl: key.startsWith('slices/') ? IMMUTABLE : REVALIDATE,
    contentEncoding,
  };
}

/** Whether a compressed copy is worth having: fonts and pictures are compressed already. */
export const isCompressible = (key: string) => /\.(?:js|mjs|css|html|json|svg|txt)$/.test(key);
