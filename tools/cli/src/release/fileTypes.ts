/**
 * The file types that a release may contain, each with its only `Content-Type`. None of them can run as a page: `svg`
 * could, but every file below `/slices/` has a policy that blocks all code (`FILE_POLICY`).
 */

/** Ending to `Content-Type`. */
export const fileTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  /** Licenses that a minifier collects. */
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** The advice for types that build tools may write. */
const advice: Readonly<Record<string, string>> = {
  html: 'a page of the app is a route of the slice',
  map: 'a source map shows the source to every visitor; write it outside of the build, for your error tracker',
  wasm: 'the content security policy allows no WebAssembly',
};

/** After the last dot. Empty for a name without one. */
const endingOf = (path: string) => /\.([^./]*)$/.exec(path)?.[1] ?? '';

export const contentTypeOf = (path: string): string | undefined => fileTypes[endingOf(path)];

/** Why a release may not contain this file, and what to do; undefined when it may. */
export function fileTypeFailure(path: string): string | undefined {
  if (contentTypeOf(path) !== undefined) return undefined;
  const reason = advice[endingOf(path)] ?? `only ${Object.keys(fileTypes).join(', ')} files are served`;
  return `${path} may not be part of a release: remove it from the build (${reason})`;
}
