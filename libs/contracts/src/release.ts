/** `release.json`: describes a build of the shell or of a slice, and lies beside its files. */
import * as v from 'valibot';
import { fieldsSchema } from './fieldsSchema';
import {
  budgetSchema,
  migration,
  navSchema,
  redirectSchema,
  routePath,
  routeSchema,
  sliceId,
} from './manifest';
import { translationsSchema } from './languages';
import { firstRequestsSchema } from './firstRequests';
import { filledSlotSchema, flagsSchema, offerSchema } from './openSlots';
import { isolationSchema } from './isolation';
import { parseDocument } from './parse';
import { filePath, integrity, version } from './releaseFields';
import { sharedCopiesSchema } from './sharedPackages';
import { cacheName, eventSchema } from './sliceEvents';
import { thirdPartiesSchema } from './thirdParties';

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
  /** Integrity of the files beside it that no web server serves, and that are not part of the version. */
  evidence: v.optional(
    v.object({ sbom: integrity, provenance: integrity, sourceMaps: v.optional(integrity) }),
  ),
};

const range = v.pipe(v.string(), v.nonEmpty('must be a version range'));

const shellReleaseSchema = v.object({
  ...common,
  kind: v.literal('shell'),
  /** The contract versions that this shell supports, in ascending order. */
  contracts: v.array(v.number()),
  /** Shared packages and their exact versions in the shell. */
  provides: v.record(v.string(), v.string()),
  routes: v.array(routeSchema),
  /** Only when the manifest declares some. */
  offers: v.optional(v.array(offerSchema)),
  /** The scripts of a document, in order. */
  scripts: v.array(filePath),
  styles: v.array(filePath),
  /** Small scripts that run before the first paint, so that the page never flashes in the wrong theme. */
  beforePaint: v.array(filePath),
  /** The favicon. */
  icons: v.array(filePath),
  /** Pictures of the product by purpose, such as `icon-192` and `social`: for icons in lists and previews of links. */
  images: v.optional(v.record(v.string(), filePath)),
  /** Other files to preload, such as fonts. */
  preload: v.array(filePath),
  /**
   * Route paths, and `404`, with the scripts of their pages. Pages load others later, such as those of `session`; the worker
   * keeps all. Shells from before decision 105 also have `signed-in`, with the scripts of every page with that access.
   */
  pages: v.record(v.string(), v.array(filePath)),
  /**
   * Whether the shell removes the document's error message about a shell that does not start. Older releases do not
   * have the field.
   */
  handlesStart: v.optional(v.boolean()),
  /** The script of the service worker. */
  worker: v.optional(filePath),
  /** The script that chooses between this shell and its canary. Earlier shells have none, and cannot have a canary. */
  chooser: v.optional(filePath),
  /** The `links` of its manifest. A shell without them gets the whole composition in each document. */
  links: v.optional(v.array(routePath)),
});

const sliceReleaseSchema = v.object({
  ...common,
  kind: v.literal('slice'),
  owner: v.string(),
  contract: v.number(),
  /** Shared packages and the version ranges that this slice was built for. */
  requires: v.record(v.string(), range),
  /** The newest migration that it needs, as 14 digits, or null. */
  migration: v.nullable(migration),
  routes: v.array(routeSchema),
  slots: v.array(filledSlotSchema),
  nav: v.array(navSchema),
  /** Only when the manifest declares some, as the others below. */
  offers: v.optional(v.array(offerSchema)),
  config: v.optional(fieldsSchema),
  flags: v.optional(flagsSchema),
  redirects: v.optional(v.array(redirectSchema)),
  isolation: v.optional(isolationSchema),
  thirdParties: v.optional(thirdPartiesSchema),
  emits: v.optional(v.array(eventSchema)),
  listens: v.optional(v.array(eventSchema)),
  caches: v.optional(v.array(cacheName)),
  invalidates: v.optional(v.array(cacheName)),
  /** The shares of its views that may go wrong. Only when the manifest declares them. */
  budget: v.optional(budgetSchema),
  /** The container, the federation manifest that names it, or the one script of a sandboxed slice. */
  entry: filePath,
  /** Route paths and slot names with the files that they load, in loading order: the entry, then the chunks of the page. */
  preload: v.record(v.string(), v.array(filePath)),
});

/** HTML and its styles. A function, like the next ones: pages do not use them, so bundlers remove them. */
const markupSchema = () => v.object({ html: v.string(), styles: v.array(filePath) });

const prerenderedPageSchema = () =>
  v.object({
    ...markupSchema().entries,
    /**
     * Query parameters that change the page. The document does not show the prerendered page when the URL has one of
     * them.
     */
    variesBy: v.optional(v.array(v.pipe(v.string(), v.regex(/^[\w-]+$/)))),
    /**
     * Whether the page is a loading state, which shows no more than the app's own. It stays no longer than the app's
     * would take to appear.
     */
    isLoading: v.optional(v.boolean()),
    /**
     * For a public page: whether signed-in users see it too, with the frame for users. Elements for one group only have
     * the attribute `data-for`, with `visitors` or `users`. Those for users are `hidden` until the document finds a
     * session.
     */
    forUsers: v.optional(v.boolean()),
  });

/**
 * Pages as HTML, by route path, which the document of the route shows until the app has started: for a visitor, or for
 * any user if the route is for signed-in users. Values of the environment are tokens (`prerendered.ts`). Pages of
 * slices are without the frame.
 */
const prerenderedSchema = () => v.optional(v.record(routePath, prerenderedPageSchema()));

/**
 * Only in releases with catalogs of other languages than English. A function, so that bundlers remove it from an
 * English shell (decision 063).
 */
const languages = () => ({ languages: v.optional(translationsSchema) });

const translatedShellSchema = () =>
  v.object({
    ...shellReleaseSchema.entries,
    ...languages(),
    prerendered: prerenderedSchema(),
    firstRequests: firstRequestsSchema(),
    /** The frame that is shown around the page of a slice: to a visitor, and to a signed-in user (decision 106). */
    prerenderedFrame: v.optional(markupSchema()),
    prerenderedUserFrame: v.optional(markupSchema()),
  });
const translatedSliceSchema = () =>
  v.object({
    ...sliceReleaseSchema.entries,
    ...languages(),
    prerendered: prerenderedSchema(),
    firstRequests: firstRequestsSchema(),
    /** The `shares` of its manifest that its code imports. No page reads it: the container knows them. */
    shares: v.optional(sharedCopiesSchema),
  });

/** The description of a build of the shell. */
export type ShellRelease = v.InferOutput<ReturnType<typeof translatedShellSchema>>;
/** The description of a build of a slice. */
export type SliceRelease = v.InferOutput<ReturnType<typeof translatedSliceSchema>>;
/** The description of a build, as `release.json` has it. */
export type Release = ShellRelease | SliceRelease;

const translatedRelease = () => v.variant('kind', [translatedShellSchema(), translatedSliceSchema()]);
/** Created once: a deploy parses the release of every slice, and creating the schema takes longer than parsing. */
let made: ReturnType<typeof translatedRelease> | undefined;

/** Validates `release.json`. @throws `invalid_input`, naming the field */
export const parseRelease = (input: unknown, what = 'release.json'): Release =>
  parseDocument((made ??= translatedRelease()), input, what);

/**
 * Validates `release.json` without its languages, which a page gets from its composition.
 * @throws `invalid_input`, naming the field
 */
export const parseEnglishRelease = (input: unknown, what = 'release.json'): Release =>
  parseDocument(v.variant('kind', [shellReleaseSchema, sliceReleaseSchema]), input, what);
