/**
 * The parts of what an environment runs, each with a hash, so that a change is the same wherever it is applied: a plan
 * and the revision that carries it out have equal changes, also when another slice was deployed in between.
 */
import { canonicalize } from '@tufjs/canonical-json';
import type { Composition } from '@slipway/contracts';
import { parseComposition } from '@slipway/contracts';
import type { CompositionContent } from '../composition/compose';
import { FAVICON, faviconHash } from '../composition/favicon';
import { withoutComposition } from '../composition/part';
import { WORKER_REVISION } from '../composition/siteFiles';
import { WORKER, workerHash, workerRevisionHash } from '../composition/worker';
import type { Settings } from '../environment/settings';
import { sha256 } from '../trust/keys';

/** Name of a part, such as `slice billing`, to its hash. */
export type Parts = Readonly<Record<string, string>>;

/** The hash before and after by name of a part; null if the part did not exist. */
export type PartChanges = Readonly<Record<string, readonly [from: string | null, to: string | null]>>;

/** A part as JSON. Parts with the same text have the same hash; those with the same hash may differ in the order of fields. */
const textOf = (value: unknown) => JSON.stringify(value);
const hashOf = (text: string) => sha256(canonicalize(JSON.parse(text) as never));

/**
 * The hash of each document, of the service worker and of the favicon, without the composition that it contains: `isPartOf` verifies that.
 */
export function documentHashes(documents: readonly { name: string; text: string }[]): Record<string, string> {
  return Object.fromEntries(documents.map(({ name, text }) => [name, hashOfDocument(name, text)]));
}

function hashOfDocument(name: string, text: string): string {
  if (name === WORKER) return workerHash(text);
  if (name === WORKER_REVISION) return workerRevisionHash(text);
  return name === FAVICON ? faviconHash(text) : sha256(withoutComposition(text));
}

/** Fields that differ in every revision, or name another one. */
const numbering = ['revision', 'createdAt', 'settings'];

/** The stored content of a revision. */
export interface RevisionContent {
  composition: Composition;
  settings: Settings | undefined;
  /** Name of a document to its hash. */
  documents: Readonly<Record<string, string>>;
}

type Texts = Readonly<Record<string, string>>;

/** A cache, because each revision is compared with the previous and the next one. */
const known = new WeakMap<Composition, Texts>();

function textsIn(composition: Composition): Texts {
  const found = known.get(composition);
  if (found) return found;
  const { slices, ...fields } = composition;
  const named = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !numbering.includes(field),
  );
  const texts = Object.fromEntries([
    ...named.map(([field, value]) => [field, textOf(value)] as const),
    ...Object.entries(slices).map(([id, slice]) => [`slice ${id}`, textOf(slice)] as const),
  ]);
  known.set(composition, texts);
  return texts;
}

/** Name of a part to its JSON. A document is its hash already. */
const textsOf = ({ composition, settings }: RevisionContent): Texts => ({
  ...textsIn(composition),
  ...(settings && { settings: textOf(settings) }),
});

const documentsOf = ({ documents }: RevisionContent) =>
  Object.fromEntries(Object.entries(documents).map(([name, hash]) => [`document ${name}`, hash]));

export const partsOfRevision = (content: RevisionContent): Parts => ({
  ...Object.fromEntries(Object.entries(textsOf(content)).map(([name, text]) => [name, hashOf(text)])),
  ...documentsOf(content),
});

export function partsOf(
  content: Composition | CompositionContent,
  settings: Settings | undefined,
  documents: Readonly<Record<string, string>>,
): Parts {
  const numbered = { ...content, revision: 1, createdAt: '1970-01-01T00:00:00.000Z' };
  const composition = parseComposition(JSON.parse(JSON.stringify(numbered)), 'the composition');
  return partsOfRevision({ composition, settings, documents });
}

/** Hashes only the parts that differ: most of a composition is the same in the next revision. */
export function changesOfRevision(before: RevisionContent | undefined, after: RevisionContent): PartChanges {
  const [from, to] = [before ? textsOf(before) : {}, textsOf(after)];
  const differing = (texts: Texts, other: Texts) =>
    Object.fromEntries(
      Object.entries(texts)
        .filter(([name, text]) => other[name] !== text)
        .map(([name, text]) => [name, hashOf(text)]),
    );
  return partChanges(
    { ...differing(from, to), ...(before && documentsOf(before)) },
    { ...differing(to, from), ...documentsOf(after) },
  );
}

export const partChanges = (before: Parts, after: Parts): PartChanges =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .filter((part) => before[part] !== after[part])
      .map((part) => [part, [before[part] ?? null, after[part] ?? null] as const]),
  );

/** The policy's names of the changed parts: slices, `shell`, or `settings` for everything that settings decide. */
export const changedApps = (changes: PartChanges): string[] => [
  ...new Set(
    Object.keys(changes)
      .filter((part) => !part.startsWith('document '))
      .map((part) => (part.startsWith('slice ') ? part.slice(6) : part === 'shell' ? 'shell' : 'settings')),
  ),
];

/** The names of changed parts for a message. Documents are omitted: a slice or a setting changes many of them. */
export function movedNames(moved: readonly string[]): string {
  const causes = moved.filter((part) => !part.startsWith('document '));
  return (causes.length > 0 ? causes : moved).join(', ');
}
