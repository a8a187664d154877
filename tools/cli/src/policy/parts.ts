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

/** Name of a part to its hash before and after; null where it did not exist. */
export type PartChanges = Readonly<Record<string, readonly [from: string | null, to: string | null]>>;

const hashOf = (value: unknown) => sha256(canonicalize(JSON.parse(JSON.stringify(value)) as never));

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

export function partsOf(
  content: Composition | CompositionContent,
  settings: Settings | undefined,
  documents: Readonly<Record<string, string>>,
): Parts {
  const numbered = { ...content, revision: 1, createdAt: '1970-01-01T00:00:00.000Z' };
  const { slices, ...fields } = parseComposition(JSON.parse(JSON.stringify(numbered)), 'the composition');
  return {
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([field]) => !numbering.includes(field))
        .map(([field, value]) => [field, hashOf(value)]),
    ),
    ...Object.fromEntries(Object.entries(slices).map(([id, slice]) => [`slice ${id}`, hashOf(slice)])),
    ...Object.fromEntries(Object.entries(documents).map(([name, hash]) => [`document ${name}`, hash])),
    ...(settings && { settings: hashOf(settings) }),
  };
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

/** Names for a message, of changed parts: a slice or a setting changes many documents, which say nothing more. */
export function movedNames(moved: readonly string[]): string {
  const causes = moved.filter((part) => !part.startsWith('document '));
  return (causes.length > 0 ? causes : moved).join(', ');
}
