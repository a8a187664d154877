/** What a build of the shell or of a slice writes beside its files: `release.json`. */
import * as v from 'valibot';
import { migration, navSchema, routeSchema, sliceId, slotSchema } from './manifest';
import { parseDocument } from './parse';

/** `sha384-` and the base64 of the hash, as the `integrity` attribute takes it. */
export const integrity = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be a sha384 integrity value'),
);

/** Sixteen hexadecimal digits: a hash of every file but `release.json`. */
export const version = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits'));

/** Relative, with no way out of the release's own folder. */
export const filePath = v.pipe(
  v.string(),
  v.regex(
    /^(?!.*(?:^|\/)\.)[A-Za-z0-9._~@-]+(?:\/[A-Za-z0-9._~@-]+)*$/,
    'must be a relative path without "." segments',
  ),
);

const fileSchema = v.object({
  /** Bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  integrity,
});

const common = {
  schema: v.literal(1, 'must be 1'),
  id: sliceId,
  version,
  commit: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|unknown)$/, 'must be a full commit id or "unknown"')),
  /** ISO-8601 UTC. */
  builtAt: v.pipe(v.string(), v.isoTimestamp('must be an ISO-8601 time')),
  files: v.record(filePath, fileSchema),
};

const range = v.pipe(v.string(), v.nonEmpty('must be a version range'));

export const shellReleaseSchema = v.object({
  ...common,
  kind: v.literal('shell'),
  /** The contract versions this shell can host, smallest first. */
  contracts: v.array(v.number()),
  /** Shared package to the exact version the shell carries. */
  provides: v.record(v.string(), v.string()),
  routes: v.array(routeSchema),
  /** Scripts a document runs, in order. */
  scripts: v.array(filePath),
  styles: v.array(filePath),
  /** Small scripts that run before anything is painted, so that no wrong theme flashes. */
  beforePaint: v.array(filePath),
  /** The picture a browser shows for the page. */
  icons: v.array(filePath),
  /** Further files to fetch at once: fonts. */
  preload: v.array(filePath),
  /** Route path, or `404`, to the scripts of its page. */
  pages: v.record(v.string(), v.array(filePath)),
});

export const sliceReleaseSchema = v.object({
  ...common,
  kind: v.literal('slice'),
  owner: v.string(),
  contract: v.number(),
  /** Shared package to the range this slice was built against. */
  requires: v.record(v.string(), range),
  /** The newest migration it needs (its 14-digit time), or null. */
  migration: v.nullable(migration),
  routes: v.array(routeSchema),
  slots: v.array(slotSchema),
  nav: v.array(navSchema),
  /** The federation manifest. */
  entry: filePath,
  /** Route path or slot name to what it loads, in order of need: manifest, container, module, page. */
  preload: v.record(v.string(), v.array(filePath)),
});

export const releaseSchema = v.variant('kind', [shellReleaseSchema, sliceReleaseSchema]);

export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;
export type SliceRelease = v.InferOutput<typeof sliceReleaseSchema>;
export type Release = ShellRelease | SliceRelease;

/** @throws `invalid_input`, naming the field */
export const parseRelease = (input: unknown, what = 'release.json'): Release =>
  parseDocument(releaseSchema, input, what);
