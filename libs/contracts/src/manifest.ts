/**
 * A slice's manifest: data that the build, the command line and the shell read without running the slice. One file: each
 * type is beside its schema.
 */
import * as v from 'valibot';
import { AppError } from './errors';
import type { Fields } from './fields';
import { fieldsSchema } from './fieldsSchema';
import { type Isolation, isolationFailures, isolationSchema } from './isolation';
import {
  filledSlotSchema,
  type Flags,
  flagsSchema,
  offerSchema,
  type OpenSlot,
  type OpenSlotName,
  type OpenSlotUse,
  slotSchema,
} from './openSlots';
import { parseDocument } from './parse';
import { isDynamic, isRoutePath } from './routePath';
import { routeFailures } from './routeRules';
import { cacheName, eventFailures, eventSchema, type SliceEvent } from './sliceEvents';
import { shareFailures, sharesSchema } from './sharedPackages';
import { slotFailures } from './slotRules';
import type { SlotName } from './slots';
import { type ThirdParties, thirdPartiesSchema } from './thirdParties';

/** The newest version of the contract between shell and slices. */
export const CONTRACT_VERSION = 2;

export const sliceId = v.pipe(
  v.string('must be a word'),
  v.regex(
    /^[a-z][a-z0-9-]{0,38}$/,
    'must be at most 39 lower-case letters, digits and hyphens, and start with a letter',
  ),
);

export const routePath = v.pipe(
  v.string('must be a path'),
  v.check(
    isRoutePath,
    'must be a path such as /billing or /notes/:id: a fixed segment, then at most three where it has parameters, "?" or a final "*"',
  ),
);

const fixedPath = v.pipe(
  routePath,
  v.check((path) => !isDynamic(path), 'must be a path without parameters'),
);

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));

/** For search engines and link previews. Only public routes have it. */
const headSchema = v.strictObject({
  description: v.optional(text),
  /** The path of the page that has the same content. */
  canonical: v.optional(fixedPath),
  robots: v.optional(v.picklist(['index', 'noindex'], 'must be "index" or "noindex"')),
});

export const routeSchema = v.strictObject({
  path: routePath,
  title: text,
  access: v.picklist(['public', 'signed-in'], 'must be "public" or "signed-in"'),
  shows: v.optional(v.array(slotSchema)),
  parent: v.optional(routePath),
  head: v.optional(headSchema),
});

export const redirectSchema = v.strictObject({ from: routePath, to: routePath });

export const navSchema = v.strictObject({ path: fixedPath, label: text });

/** The timestamp of a migration's file name. */
export const migration = v.pipe(
  v.string('must be text'),
  v.regex(/^\d{14}$/, 'must be the 14 digits of a migration, such as 20261122000000'),
);

const shareOfViews = v.pipe(
  v.number('must be a share of views, such as 0.01'),
  v.minValue(0.0001, 'must be 0.0001 or more'),
  v.maxValue(0.5, 'must be 0.5 or less'),
);

/** The shares of its views, over 30 days, that may go wrong before the owner is alerted. */
export const budgetSchema = v.strictObject({ failed: shareOfViews, errors: shareOfViews });

/** The shares of views that may go wrong before the owner of a slice is alerted. */
export type ErrorBudget = v.InferOutput<typeof budgetSchema>;

/** The error budget of a slice whose manifest declares none. */
export const defaultBudget: ErrorBudget = { failed: 0.005, errors: 0.01 };

export const sliceManifestSchema = v.strictObject({
  id: sliceId,
  owner: text,
  contract: v.pipe(v.number('must be a whole number'), v.integer('must be a whole number'), v.minValue(1)),
  routes: v.array(routeSchema),
  slots: v.array(filledSlotSchema),
  offers: v.optional(v.array(offerSchema)),
  config: v.optional(fieldsSchema),
  flags: v.optional(flagsSchema),
  isolation: v.optional(isolationSchema),
  thirdParties: v.optional(thirdPartiesSchema),
  emits: v.optional(v.array(eventSchema)),
  listens: v.optional(v.array(eventSchema)),
  caches: v.optional(v.array(cacheName)),
  invalidates: v.optional(v.array(cacheName)),
  shares: v.optional(sharesSchema),
  nav: v.array(navSchema),
  redirects: v.optional(v.array(redirectSchema)),
  migration: v.optional(migration),
  budget: v.optional(budgetSchema),
});

/** Who may open a route. `signed-in` is presentation only: the database decides what a user may read. */
export type Access = 'public' | 'signed-in';
/** A validated route of a manifest. */
export type Route = v.InferOutput<typeof routeSchema>;
/** The metadata of a route for search engines and link previews. */
export type RouteHead = v.InferOutput<typeof headSchema>;
/** An earlier address of a page. */
export type Redirect = v.InferOutput<typeof redirectSchema>;

/** A slot, and the version of its props that the slice was built for. */
export interface SlotUse {
  name: SlotName;
  version: number;
}

/** A route, as a manifest declares it. */
export interface RouteDeclaration {
  /** `/notes`, or with parameters: `/notes/:id`, `/notes/:id?`, `/files/*`. */
  path: `/${string}`;
  title: string;
  access: Access;
  /** The slots that this page renders, for other slices to fill. */
  shows?: readonly { name: OpenSlotName; version: number }[];
  /** The route of the same slice whose page renders this one in its `Outlet`: the start of this path. */
  parent?: `/${string}`;
  head?: RouteHead;
}

/** The manifest of a slice: data that the build, the command line and the shell read without running the slice. */
export interface SliceManifest {
  /** The folder under `apps/`, the Nx project, the federation name and the key in a composition. */
  id: string;
  /** The owning team, named in failure records. */
  owner: string;
  /** The version of the contract that `src/slice.ts` follows; docs/upgrade.md has the versions. */
  contract: number;
  routes: readonly RouteDeclaration[];
  /** The slots in other pages that this slice fills. */
  slots: readonly (SlotUse | OpenSlotUse)[];
  /** The open slots of its pages. */
  offers?: readonly OpenSlot[];
  /** The values that an environment may set for it; see `useConfig`. */
  config?: Fields;
  /** Switches that an environment may turn on, for everyone or for some; see `useFlag`. */
  flags?: Flags;
  /** `'sandbox'`: it runs in a frame of another origin. An environment that does not allow it rejects it. */
  isolation?: Isolation;
  /** Other origins that it uses. An environment that does not grant them rejects it. */
  thirdParties?: ThirdParties;
  /** Events that other slices may listen to; see `emitSliceEvent`. */
  emits?: readonly SliceEvent[];
  /** Events of other slices, with the details that this one expects; see `useSliceEvent`. */
  listens?: readonly SliceEvent[];
  /** First parts of its query keys that other slices may invalidate. One slice owns each. */
  caches?: readonly string[];
  /** Caches of other slices that its changes make stale; see `useInvalidate`. */
  invalidates?: readonly string[];
  /** Leaf packages that it shares with slices that were built with the same major; it brings its own copy. */
  shares?: readonly string[];
  nav: readonly { path: `/${string}`; label: string }[];
  /** Earlier addresses of pages. Parameters keep their names: `{ from: '/memos/:id', to: '/notes/:id' }`. */
  redirects?: readonly { from: `/${string}`; to: `/${string}` }[];
  /** The newest migration that it needs, as the 14 digits of the file name. Deploying to a backend without it fails. */
  migration?: string;
  /** The shares of its views that may fail, and that may have an error; `defaultBudget` when it declares none. */
  budget?: ErrorBudget;
}

/** The shell's manifest: its pages, and the contract versions that it supports. */
export interface ShellManifest {
  id: 'shell';
  owner: string;
  contracts: readonly number[];
  routes: readonly RouteDeclaration[];
  offers?: readonly OpenSlot[];
  /** Pages of slices that the frame and the shell's pages link to. Each document lists those that exist. */
  links?: readonly `/${string}`[];
}

export const shellManifestSchema = v.strictObject({
  id: v.literal('shell', 'must be "shell"'),
  owner: text,
  contracts: v.array(v.pipe(v.number(), v.integer())),
  routes: v.array(routeSchema),
  offers: v.optional(v.array(offerSchema)),
  links: v.optional(v.array(routePath)),
});

/** Validates the manifest of a slice. @throws `invalid_input`, naming the field */
export function parseManifest(input: unknown, what = 'slice.manifest.ts'): SliceManifest {
  const manifest = parseDocument(sliceManifestSchema, input, what);
  const failures = [
    ...slotFailures(manifest),
    ...eventFailures(manifest),
    ...isolationFailures(manifest),
    ...shareFailures(manifest),
    ...routeFailures(manifest.routes, manifest.redirects),
  ];
  if (failures.length > 0) throw new AppError('invalid_input', `${what}: ${failures.join('; ')}`);
  return manifest as SliceManifest;
}

/** Validates the manifest of the shell. @throws `invalid_input`, naming the field */
export const parseShellManifest = (input: unknown, what = 'shell.manifest.ts'): ShellManifest =>
  parseDocument(shellManifestSchema, input, what) as ShellManifest;
