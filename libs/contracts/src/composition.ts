/** The one document that says what an environment runs; the shell reads it inlined in the page. */
import * as v from 'valibot';
import { navSchema, routeSchema, sliceId, slotSchema } from './manifest';
import { parseDocument } from './parse';
import { filePath, integrity, version } from './release';

/** A path on the app's own origin that ends in a slash. */
const base = v.pipe(
  v.string(),
  v.regex(
    /^\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)+$/,
    'must be a path of this origin, such as /slices/billing/0123456789abcdef/',
  ),
);

const composedRelease = v.object({
  version,
  owner: v.string(),
  base,
  entry: filePath,
  /** File to its integrity. What is not listed never runs. */
  files: v.record(filePath, integrity),
  routes: v.array(routeSchema),
  slots: v.array(slotSchema),
  nav: v.array(navSchema),
  preload: v.record(v.string(), v.array(filePath)),
});

const composedSlice = v.object({
  ...composedRelease.entries,
  /** A newer release, with the same routes and slots, that a share of the visitors gets in place of this one. */
  canary: v.optional(
    v.object({
      percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
      release: composedRelease,
    }),
  ),
  /** What ran here before: for a browser that cannot load this release, and could load that one. */
  fallback: v.optional(
    v.object({
      version,
      base,
      /** Of its `release.json`, which has the hashes of its files. */
      release: integrity,
    }),
  ),
});

const words = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));

/** What an environment calls itself: words that are not the code's to know. */
const siteSchema = v.object({
  /** The product's name, in the header and in every title. */
  name: words,
  /** Who holds the copyright. */
  owner: words,
  /** Where a visitor picks a time to talk to the founder. */
  callUrl: v.pipe(
    v.string(),
    v.regex(/^https:\/\/[^\s/]+(?:\/\S*)?$/, 'must be an https address, such as https://cal.example.com/ada'),
  ),
});

export type Site = v.InferOutput<typeof siteSchema>;

/** Of an environment that says nothing else. */
export const defaultSite: Site = {
  name: 'Slipway',
  owner: 'Slipway',
  callUrl: 'https://cal.slipway.example/founder',
};

export const compositionSchema = v.object({
  schema: v.literal(1, 'must be 1'),
  environment: sliceId,
  /** Counts up from 1; a rollback is a new revision too. */
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO-8601 UTC. */
  createdAt: v.pipe(v.string(), v.isoTimestamp('must be an ISO-8601 time')),
  site: v.optional(siteSchema, defaultSite),
  shell: v.object({ version, base }),
  slices: v.record(sliceId, composedSlice),
  backend: v.object({
    /** An absolute address, or `/` for the app's own origin. */
    url: v.pipe(
      v.string(),
      v.regex(/^(?:\/|https?:\/\/[^\s/]+)$/, 'must be "/" or an origin such as https://abc.supabase.co'),
    ),
    /** The publishable key: it names the project and opens nothing. */
    key: v.pipe(v.string(), v.nonEmpty('must be the publishable key')),
    /** Who else it takes a person's word from; none when it is left out. */
    providers: v.optional(v.array(v.picklist(['github'], 'must be "github"'))),
    /** Whether it can ask for a second step: a code from an authenticator app (TOTP). */
    mfa: v.optional(v.boolean('must be true or false')),
  }),
  /** Slice to the switches it is given. One that is not named is off. */
  features: v.optional(v.record(sliceId, v.record(v.string(), v.boolean('must be true or false'))), {}),
  /** Whether a person may run a slice from their own machine in this environment. */
  allowOverrides: v.optional(v.boolean('must be true or false'), false),
  /** Whether a production page holds back the context menu and the developer shortcuts: a deterrent, no control. */
  deterrent: v.optional(v.boolean('must be true or false'), true),
});

export type Composition = v.InferOutput<typeof compositionSchema>;
export type Backend = Composition['backend'];
export type SignInProvider = NonNullable<Backend['providers']>[number];
export type ComposedRelease = v.InferOutput<typeof composedRelease>;
export type ComposedSlice = v.InferOutput<typeof composedSlice>;

/** @throws `invalid_input`, naming the field */
export const parseComposition = (input: unknown, what = 'composition'): Composition =>
  parseDocument(compositionSchema, input, what);
