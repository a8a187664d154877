/**
 * The composition: the document that defines what an environment runs. Deploys validate it; pages read it. One piece: it
 * is one schema.
 */
import * as v from 'valibot';
import { restSchema } from './compositionRest';
import { HEALTH_PATH } from './health';
import { configSchema, flagRulesSchema } from './environmentValues';
import type { ComposedFrame } from './isolation';
import { languagesSchema } from './languages';
import { navSchema, redirectSchema, routePath, routeSchema, sliceId } from './manifest';
import { filledSlotSchema } from './openSlots';
import { parseDocument } from './parse';
import type { ThirdParties } from './thirdParties';
import { filePath, integrity, version } from './releaseFields';

/** A path of the app's own origin, ending in a slash. */
const base = v.pipe(
  v.string(),
  v.regex(
    /^\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)+$/,
    'must be a path of this origin, such as /slices/billing/0123456789abcdef/',
  ),
);

const frame = v.optional(v.custom<ComposedFrame>(() => true));

const composedRelease = v.object({
  version,
  owner: v.string(),
  base,
  entry: filePath,
  /** File paths and their integrity. A file that is not listed never runs. */
  files: v.record(filePath, integrity),
  routes: v.array(routeSchema),
  slots: v.array(filledSlotSchema),
  nav: v.array(navSchema),
  redirects: v.optional(v.array(redirectSchema)),
  preload: v.record(v.string(), v.array(filePath)),
  /** The frame of a sandboxed slice (decision 073). Only a page that shows it validates it. */
  frame,
});

/**
 * A release that few browsers load. The composition has only the hash of its `release.json`, which lists the hashes of
 * its files.
 */
const describedRelease = v.object({
  version,
  base,
  /** The integrity of its `release.json`. */
  release: integrity,
  frame,
});

/**
 * The percentage of visitors who get a canary. 0: the canary has ended, and its release stays listed until the next
 * change.
 */
const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99));

const composedSlice = v.object({
  ...composedRelease.entries,
  /** A newer release with the same routes and slots, for a share of the visitors. */
  canary: v.optional(v.object({ percent, release: composedRelease })),
  /** The previous release: for a browser that cannot load this one. */
  fallback: v.optional(describedRelease),
});

const label = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));

/** The names and links of an environment. */
const siteSchema = v.object({
  /** The product name in the header and in every title. */
  name: label,
  /** One sentence about the product, for search engines and previews of links. */
  description: v.optional(label),
  /** The copyright owner. */
  owner: label,
  /** The scheduling page for a call with the founder. */
  callUrl: v.pipe(
    v.string(),
    v.regex(/^https:\/\/[^\s/]+(?:\/\S*)?$/, 'must be an https address, such as https://cal.example.com/ada'),
  ),
});

/** The name, description and owner of a site. */
export type Site = v.InferOutput<typeof siteSchema>;

/** The site of an environment whose settings have no `site`. */
export const defaultSite: Site = {
  name: 'Slipway',
  description: 'The marketplace for AI agents: find one, deploy it in seconds, and call it from your code.',
  owner: 'Slipway',
  callUrl: 'https://cal.slipway.example/founder',
};

/** Where pages report their health. Without it, pages send no reports. */
const healthSchema = v.object({
  /**
   * A path on the app's own origin, or a URL on the backend's: the content security policy of a page allows no other.
   */
  url: v.optional(
    v.pipe(
      v.string('must be text'),
      v.regex(
        /^(?:https?:\/\/[^\s/?#]+)?\/[A-Za-z0-9/_.-]*$/,
        'must be a path such as /health-events, or an address on the backend',
      ),
    ),
    HEALTH_PATH,
  ),
  /** The share of visits that report views and timings, from 0 to 1. Every visit reports failures. */
  sample: v.optional(
    v.pipe(
      v.number('must be a number'),
      v.minValue(0, 'must be from 0 to 1'),
      v.maxValue(1, 'must be from 0 to 1'),
    ),
    1,
  ),
  /** The paths of the shell's own pages. */
  routes: v.optional(v.array(v.string()), []),
});

const milliseconds = v.optional(
  v.pipe(
    v.number('must be a number of milliseconds'),
    v.integer('must be a whole number'),
    v.minValue(1_000, 'must be 1000 milliseconds or more'),
    v.maxValue(120_000, 'must be 120000 milliseconds or less'),
  ),
);

/** How long a page waits for each step of loading a part of a slice. */
const timeLimits = v.strictObject({
  manifest: milliseconds,
  entry: milliseconds,
  module: milliseconds,
  page: milliseconds,
  slot: milliseconds,
});

/** The schema of a composition. */
export const compositionSchema = v.object({
  schema: v.literal(1, 'must be 1'),
  environment: sliceId,
  /** Starts at 1 and only increases: a rollback is a new revision too. */
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO-8601 UTC. */
  createdAt: v.pipe(v.string(), v.isoTimestamp('must be an ISO-8601 time')),
  /** The revision of the environment's settings, which stay in its store. Older compositions have none. */
  settings: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  site: v.optional(siteSchema, defaultSite),
  /**
   * The origin of the environment's pages, for search engines and link previews. Without it, all pages are `noindex`.
   */
  address: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]+$/, 'must be an origin'))),
  shell: v.object({
    version,
    base,
    /** A newer shell with the same pages, for a share of the visitors. The documents have the hashes of its files. */
    canary: v.optional(v.object({ percent, release: v.object({ version, base }) })),
    /** The previous shell, for a browser in which this one does not start. */
    fallback: v.optional(
      v.object({
        ...describedRelease.entries,
        /** The files that a document loads, with their integrity. */
        scripts: v.record(filePath, integrity),
        styles: v.record(filePath, integrity),
        beforePaint: v.record(filePath, integrity),
        /** The `links` of the shell's manifest. */
        links: v.optional(v.array(routePath)),
      }),
    ),
  }),
  slices: v.record(sliceId, composedSlice),
  /** Where the page gets the rest of the composition. Only in documents, which inline a part of it. */
  rest: v.optional(restSchema),
  backend: v.object({
    /** An origin, or `/` for the app's own. */
    url: v.pipe(
      v.string(),
      v.regex(/^(?:\/|https?:\/\/[^\s/]+)$/, 'must be "/" or an origin such as https://abc.supabase.co'),
    ),
    /** The publishable key. It identifies the project and is not a secret. */
    key: v.pipe(v.string(), v.nonEmpty('must be the publishable key')),
    /** The identity providers that the backend accepts. */
    providers: v.optional(v.array(v.picklist(['github'], 'must be "github"'))),
    /** Whether the backend supports codes from an authenticator app (TOTP). */
    mfa: v.optional(v.boolean('must be true or false')),
    /** Whether the backend's gateway takes payments. */
    payments: v.optional(v.boolean('must be true or false')),
  }),
  health: v.optional(healthSchema),
  /** The configuration values that this environment sets, by slice. The slice has the defaults. */
  config: v.optional(configSchema),
  /** The flags that this environment sets, by slice. */
  flags: v.optional(flagRulesSchema),
  /**
   * The other origins that the environment grants, by slice. Deploys put them into the documents' policy; pages do not
   * read them.
   */
  thirdParties: v.optional(v.custom<Readonly<Record<string, ThirdParties>>>(() => true)),
  /** Where slices are sandboxed: the origin of their frames, and that of the app. */
  sandbox: v.optional(v.object({ origin: v.string(), host: v.string() })),
  /** Whether developers may run slices from their machines in this environment. */
  allowOverrides: v.optional(v.boolean('must be true or false'), false),
  /** Other releases that a user may run in their browser instead, by slice. */
  overrides: v.optional(v.record(sliceId, v.array(describedRelease))),
  /** Whether production pages block the context menu and developer shortcuts. A deterrent, not a security control. */
  deterrent: v.optional(v.boolean('must be true or false'), true),
  /** Whether pages install the service worker. */
  serviceWorker: v.optional(v.boolean('must be true or false')),
  /** Milliseconds until the page reports a failure; 15,000 for each step by default. */
  timeLimits: v.optional(timeLimits),
  /** Only in environments with other languages than English (decision 063). */
  languages: v.optional(languagesSchema),
});

/** The schema of `health` in the settings of an environment. */
export const healthSettingsSchema = v.strictObject(v.omit(healthSchema, ['routes']).entries);

/** The releases and settings of an environment, as a page reads them. */
export type Composition = v.InferOutput<typeof compositionSchema>;
/** The backend of an environment, as pages know it. */
export type Backend = Composition['backend'];
/** An identity provider that the backend accepts. */
export type SignInProvider = NonNullable<Backend['providers']>[number];
/** A release of the shell or a slice in a composition. */
export type ComposedRelease = v.InferOutput<typeof composedRelease>;
/** A slice in a composition: the release that most visitors get, its canary and its fallback. */
export type ComposedSlice = v.InferOutput<typeof composedSlice>;

/** Validates a composition. @throws `invalid_input`, naming the field */
export const parseComposition = (input: unknown, what = 'composition'): Composition =>
  parseDocument(compositionSchema, input, what);

/**
 * The same as `parseComposition`: pages no longer validate compositions.
 * @deprecated Use `parseComposition`.
 */
export const parseEnglishComposition = (input: unknown, what?: string): Composition =>
  parseComposition(input, what);
