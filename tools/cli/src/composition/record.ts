/** What a revision was: who made it, why, after which one, and what it changed. Kept beside its composition, never sent to a browser. */
import * as v from 'valibot';
import { type Composition, parseDocument } from '@slipway/contracts';
import { canariesOf, ownerOfPart, parseCanary } from './canary';
import { losesFallback } from './fallback';

const version = v.nullable(v.string());

const recordSchema = v.object({
  /** The revision it replaced, or 0. A revision that never came in force is in nobody's chain. */
  previous: v.number(),
  author: v.string(),
  reason: v.string(),
  /** `from` is null for what was added, `to` for what was taken out. */
  changes: v.array(v.object({ part: v.string(), from: version, to: version })),
  /** What else differs: names of the composition's fields; `fallback` where a slice that stays has none any more. */
  settings: v.array(v.string()),
  /** Since when, and by whom, each part runs the version it runs. */
  since: v.record(v.string(), v.object({ revision: v.number(), at: v.string(), author: v.string() })),
});

export type RevisionRecord = v.InferOutput<typeof recordSchema>;
export type PartChange = RevisionRecord['changes'][number];

/** @throws `invalid_input` */
export const parseRecord = (input: unknown, what: string): RevisionRecord =>
  parseDocument(recordSchema, input, what);

/** What everyone gets: slice, and `shell`, to version. */
export const versionsOf = (composition: Composition | undefined): ReadonlyMap<string, string> =>
  new Map(
    composition
      ? [
          ['shell', composition.shell.version] as const,
          ...Object.entries(composition.slices).map(([id, slice]) => [id, slice.version] as const),
        ]
      : [],
  );

/** Everything of a composition that a deploy may change: versions, and the canaries beside them. */
export const partsOf = (composition: Composition | undefined): ReadonlyMap<string, string> =>
  new Map([...versionsOf(composition), ...(composition ? canariesOf(composition) : [])]);

/** Every release that somebody gets, as id and version. */
export const releasesOf = (composition: Composition): [id: string, version: string][] => [
  ...versionsOf(composition),
  ...canariesOf(composition).map(([part, text]): [string, string] => [
    ownerOfPart(part),
    parseCanary(text).version,
  ]),
];

/** The parts that differ, in the order of their names. */
export function changesBetween(
  before: Composition | undefined,
  after: Composition | undefined,
): PartChange[] {
  const from = partsOf(before);
  const to = partsOf(after);
  return [...new Set([...from.keys(), ...to.keys()])]
    .sort()
    .map((part) => ({ part, from: from.get(part) ?? null, to: to.get(part) ?? null }))
    .filter((change) => change.from !== change.to);
}

/** Fields that every revision has anew, and those that `changesBetween` tells of. */
const ownFields = ['schema', 'environment', 'revision', 'createdAt', 'shell', 'slices'];

/** The settings that differ, such as `backend`. */
export const settingsBetween = (before: Composition | undefined, after: Composition): string[] =>
  Object.entries(after)
    .filter(([field]) => !ownFields.includes(field))
    .filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before?.[field as keyof Composition]),
    )
    .map(([field]) => field);

/** What is told of a revision made by tools that kept no record. */
export const unknownRecord: RevisionRecord = {
  previous: 0,
  author: 'unknown',
  reason: '',
  changes: [],
  settings: [],
  since: {},
};

export function recordOf(
  composition: Composition,
  before: { composition: Composition; record: RevisionRecord } | undefined,
  { author, reason }: { author: string; reason: string },
): RevisionRecord {
  const changes = changesBetween(before?.composition, composition);
  const changed = new Set(changes.map(({ part }) => part));
  const now = { revision: composition.revision, at: composition.createdAt, author };
  return {
    previous: before?.composition.revision ?? 0,
    author,
    reason,
    changes,
    settings: before
      ? [
          ...settingsBetween(before.composition, composition),
          ...(losesFallback(before.composition, composition) ? ['fallback'] : []),
        ]
      : [],
    since: Object.fromEntries(
      [...partsOf(composition).keys()].map((part) => [
        part,
        changed.has(part) ? now : (before?.record.since[part] ?? now),
      ]),
    ),
  };
}
