/**
 * The order that ends canaries: a revision that differs from the previous one only in the share of canaries, which
 * becomes 0. It needs no approval, because it brings no new code to any visitor and returns visitors to approved
 * releases. Keys of the role `canary-enders-<environment>` may sign nothing else. Every reader of a revision compares
 * the two again, byte by byte (decision 050).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Metadata, Targets } from '@tufjs/models';
import { type Composition, parseComposition } from '@slipway/contracts';
import { inlinedAs, OFFLINE_PATH } from '../composition/part';
import { restFile } from '../composition/restFile';
import { differencesBetween, parseRecord, recordOf } from '../composition/record';
import { WORKER_REVISION } from '../composition/siteFiles';
import { workerRevisionIn } from '../composition/worker';
import { documentName, revisionBase } from '../store/keys';
import { sha256 } from '../trust/keys';
import { type StatementFacts, wholeSeconds } from '../trust/metadata';

/** The part of a verified statement that is compared. */
interface Statement {
  document: Metadata<Targets>;
  facts: StatementFacts;
}

/** A signed revision with the text of its `composition.json`. */
export interface OrderPart {
  statement: Statement;
  composition: string;
}

type Json = Record<string, unknown>;
interface Listed {
  canary?: { percent: number };
}
type ComposedJson = Json & { shell: Listed; slices: Record<string, Listed> };

const readJson = (text: string) => JSON.parse(text) as ComposedJson;

const appsIn = ({ shell, slices }: ComposedJson): [string, Listed][] => [
  ['shell', shell],
  ...Object.entries(slices),
];

/** The JSON of a composition in which these apps' canaries have no visitors. */
export function withoutShares(text: string, apps: readonly string[]): ComposedJson {
  const composition = readJson(text);
  for (const [id, { canary }] of appsIn(composition)) if (canary && apps.includes(id)) canary.percent = 0;
  return composition;
}

/** The apps whose canaries `after` ends; none when anything else differs too. */
export function endedApps(before: string, after: string): string[] {
  const next = readJson(after);
  const shares = new Map(appsIn(next).map(([id, { canary }]) => [id, canary?.percent]));
  const ended = appsIn(readJson(before))
    .filter(([id, { canary }]) => canary && canary.percent > 0 && shares.get(id) === 0)
    .map(([id]) => id);
  const { revision, createdAt } = next;
  return isDeepStrictEqual({ ...withoutShares(before, ended), revision, createdAt }, next) ? ended : [];
}

/** Whether the share of a canary becomes 0: only such a revision can be an order. */
export const endsCanary = (before: Composition, after: Composition): boolean => {
  const shares = new Map(
    Object.entries({ shell: after.shell, ...after.slices }).map(([id, { canary }]) => [id, canary?.percent]),
  );
  return Object.entries({ shell: before.shell, ...before.slices }).some(
    ([id, { canary }]) => canary !== undefined && canary.percent > 0 && shares.get(id) === 0,
  );
};

const fileOf = (composition: Composition) =>
  restFile(composition.revision, Buffer.from(JSON.stringify(composition)));

/**
 * The text that a document of one revision has in the other: only what differs in every revision is replaced. `offline` is the
 * document of that other revision with which its service worker opens pages.
 */
export function inRevision(
  name: string,
  text: string,
  { to, offline }: { to: Composition; offline: Uint8Array },
): string {
  return name === WORKER_REVISION
    ? workerRevisionIn(text, to.revision, offline, fileOf(to))
    : inlinedAs(name, text, to, fileOf(to));
}

const OFFLINE = documentName(OFFLINE_PATH);

/** The document with which the service worker opens pages, in another revision. `read` returns documents. */
export const offlineIn = async (to: Composition, read: (name: string) => Promise<string>): Promise<Buffer> =>
  Buffer.from(inRevision(OFFLINE, await read(OFFLINE), { to, offline: Buffer.alloc(0) }));

const compositionOf = (text: string) => JSON.parse(text) as Composition;
const hashes = ({ document }: Statement) =>
  new Map(Object.entries(document.signed.targets).map(([key, { hashes }]) => [key, hashes['sha256']]));

/** Milliseconds by which clocks may differ. */
const CLOCK = 600_000;

/**
 * Why `after` is not such an order; undefined if it is. `read` returns the text of a document of `after`. `now` is in
 * milliseconds, by the clock of the store or of the monitor.
 */
export async function orderFailure(
  before: OrderPart,
  after: OrderPart,
  read: (name: string) => Promise<string>,
  now: number,
): Promise<string | undefined> {
  const [from, to] = [compositionOf(after.composition), compositionOf(before.composition)];
  if (endedApps(before.composition, after.composition).length === 0)
    return 'it changes more than the share of canaries to 0';
  const [past, facts] = [before.statement.facts, after.statement.facts];
  if (facts.lineage !== past.lineage) return 'it belongs to another history';
  if (facts.createdAt < past.createdAt || Date.parse(facts.createdAt) > now + CLOCK)
    return `its time, ${wholeSeconds(facts.createdAt)}, is not between that of the previous revision and now`;
  if (after.statement.document.signed.expires > before.statement.document.signed.expires)
    return 'it lasts longer than the revision that it replaces';
  const [base, earlierBase] = [from, to].map((one) => revisionBase(one.environment, one.revision));
  if (base === undefined || earlierBase === undefined) return 'it has no revision';
  const [found, expected] = [hashes(after.statement), hashes(before.statement)];
  const inFolder = (key: string) => key.startsWith(base);
  const wanted = [...expected.keys()].map((key) => key.replace(earlierBase, () => base)).sort();
  if (!isDeepStrictEqual([...found.keys()].sort(), wanted)) return 'it has other files';
  const other = [...found].find(([key, hash]) => !inFolder(key) && expected.get(key) !== hash);
  if (other) return `it has another ${other[0]}`;
  const named = [...found.keys()].filter(inFolder).map((key) => key.slice(base.length));
  const documents = named.filter((name) => !['composition.json', 'record.json'].includes(name));
  const [offline, own] = [await offlineIn(to, read), Buffer.from(await read(OFFLINE))];
  for (const name of documents) {
    const text = await read(name);
    const earlier = inRevision(name, text, { to, offline });
    if (sha256(Buffer.from(earlier)) !== expected.get(earlierBase + name)) return `it has another ${name}`;
    // Replaced parts are compared here.
    if (inRevision(name, text, { to: from, offline: own }) !== text)
      return name === WORKER_REVISION
        ? 'its service worker opens another document'
        : `its ${name} has another composition`;
  }
  return undefined;
}

/** A revision in a store. `read` returns the text of one of its files. @throws `slice_untrusted` for an altered one */
export interface StoredPart {
  statement: Statement;
  read(name: string): Promise<string>;
}

/** As `orderFailure`, for two revisions of a store, with the record. @throws `slice_untrusted` for altered files */
export async function storedOrderFailure(
  { statement: before, read: readBefore }: StoredPart,
  { statement: after, read: readAfter }: StoredPart,
  now: number,
): Promise<string | undefined> {
  const [earlier, later] = await Promise.all([readBefore('composition.json'), readAfter('composition.json')]);
  if (endedApps(earlier, later).length === 0) return 'it changes more than the share of canaries to 0';
  const failure = await orderFailure(
    { statement: before, composition: earlier },
    { statement: after, composition: later },
    readAfter,
    now,
  );
  if (failure !== undefined) return failure;
  const [recorded, record] = await Promise.all([readBefore('record.json'), readAfter('record.json')]);
  const expected = orderRecord(
    {
      composition: parseComposition(JSON.parse(earlier)),
      record: parseRecord(JSON.parse(recorded), 'record.json'),
    },
    parseComposition(JSON.parse(later)),
    parseRecord(JSON.parse(record), 'record.json'),
  );
  return isDeepStrictEqual(JSON.parse(record), JSON.parse(JSON.stringify(expected)))
    ? undefined
    : 'its record says something else';
}

/** The record of an order. It has the documents of the previous revision, and no approvals. */
export function orderRecord(
  before: Parameters<typeof recordOf>[1] & object,
  composition: Composition,
  { author, reason }: { author: string; reason: string },
) {
  const { documents } = before.record.policy ?? {};
  return recordOf(composition, before, differencesBetween(before.composition, composition), {
    ...{ author, reason },
    policy: documents && { approvals: [], isBreakGlass: false, documents },
  });
}
