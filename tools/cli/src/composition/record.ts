/** Who made a revision, why, and what it changed. Stored beside the composition and never sent to a browser. */
import * as v from 'valibot';
import { type Composition, parseDocument } from '@slipway/contracts';
import type { CompositionContent } from './compose';
import { losesFallback } from './fallback';
import { olderRecordSchema } from './olderRecord';
import { type Change, changesBetween, selectionOf } from './selection';

const version = v.nullable(v.string());
const canary = v.nullable(v.object({ version: v.string(), percent: v.number() }));
const since = v.object({ revision: v.number(), at: v.string(), author: v.string() });

const recordSchema = v.object({
  schema: v.literal(2, 'must be 2'),
  /** The revision it replaced, or 0. A revision whose deploy was interrupted is never a previous one. */
  previous: v.number(),
  author: v.string(),
  reason: v.string(),
  changes: v.array(
    v.variant('kind', [
      v.object({ kind: v.literal('stable'), app: v.string(), from: version, to: version }),
      v.object({ kind: v.literal('canary'), app: v.string(), from: canary, to: canary }),
    ]),
  ),
  /** Other fields that differ, by name; `fallback` when a slice that stays has lost its fallback. */
  settings: v.array(v.string()),
  /** When, by whom, and with which revision each app and each canary got its version. */
  since: v.object({ stable: v.record(v.string(), since), canaries: v.record(v.string(), since) }),
  /** How the change met the environment's policy, if there is one. */
  policy: v.optional(
    v.object({
      /** The plan that was approved, and the approvals that were known then, each as signed. */
      plan: v.optional(v.string()),
      approvals: v.array(v.string()),
      isBreakGlass: v.boolean(),
      /** Document to the hash of its text without the composition. */
      documents: v.record(v.string(), v.string()),
    }),
  ),
});

export type PolicyRecord = NonNullable<v.InferOutput<typeof recordSchema>['policy']>;
export type RevisionRecord = v.InferOutput<typeof recordSchema>;
export type Since = v.InferOutput<typeof since>;

/** @throws `invalid_input` */
export const parseRecord = (input: unknown, file: string): RevisionRecord =>
  typeof input === 'object' && input !== null && !('schema' in input)
    ? parseDocument(olderRecordSchema, input, file)
    : parseDocument(recordSchema, input, file);

/** Replaces the record of a revision that was written without one. */
export const unknownRecord: RevisionRecord = {
  schema: 2,
  previous: 0,
  author: 'unknown',
  reason: '',
  changes: [],
  settings: [],
  since: { stable: {}, canaries: {} },
};

/** The stable version of an app, or undefined if the composition does not run it. */
export const stableVersion = (composition: Composition, app: string): string | undefined =>
  app === 'shell' ? composition.shell.version : composition.slices[app]?.version;

/** Fields that differ in every revision, and those that `changesBetween` compares. */
const notSettings = ['schema', 'environment', 'revision', 'createdAt', 'settings', 'shell', 'slices'];

/** The names of the settings that differ, such as `backend`. */
export const settingsBetween = (before: Composition | undefined, after: CompositionContent): string[] =>
  Object.entries(after)
    .filter(([field]) => !notSettings.includes(field))
    .filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before?.[field as keyof Composition]),
    )
    .map(([field]) => field);

export interface Differences {
  changes: Change[];
  settings: string[];
}

/** The changes of a deploy. `fields` are settings that differ and that the composition may not show, such as `policy`. */
export function differencesBetween(
  before: Composition | undefined,
  after: CompositionContent,
  fields: readonly string[] = [],
): Differences {
  return {
    changes: changesBetween(selectionOf(before), selectionOf(after)),
    // The first revision has no settings to compare with.
    settings: before
      ? [
          ...new Set([...fields, ...settingsBetween(before, after)]),
          ...(losesFallback(before, after) ? ['fallback'] : []),
        ]
      : [],
  };
}

/** `before` is the revision that this one replaces. */
export function recordOf(
  composition: Composition,
  before: { composition: Composition; record: RevisionRecord } | undefined,
  differences: Differences,
  { author, reason, policy }: { author: string; reason: string; policy?: PolicyRecord | undefined },
): RevisionRecord {
  const now: Since = { revision: composition.revision, at: composition.createdAt, author };
  const { stable, canaries } = selectionOf(composition);
  const sinceOf = (
    kind: Change['kind'],
    apps: Iterable<string>,
    earlier: Readonly<Record<string, Since>> | undefined,
  ) => {
    const changed = differences.changes.filter((change) => change.kind === kind).map(({ app }) => app);
    return Object.fromEntries(
      [...apps].map((app) => [app, changed.includes(app) ? now : (earlier?.[app] ?? now)]),
    );
  };
  return {
    schema: 2,
    previous: before?.composition.revision ?? 0,
    author,
    reason,
    ...differences,
    since: {
      stable: sinceOf('stable', stable.keys(), before?.record.since.stable),
      canaries: sinceOf('canary', canaries.keys(), before?.record.since.canaries),
    },
    ...(policy && { policy }),
  };
}
