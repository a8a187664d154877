/**
 * The proof of an environment: all metadata that an outsider needs to verify it, in one file that its
 * origin serves as `/slipway.trust.json`, and one file for each release, which it names by hash. It contains key ids and
 * roles, and no names. One file: its schema, how it is made, and how it is written.
 */
import type { Metadata, Targets } from '@tufjs/models';
import * as v from 'valibot';
import { type Composition, isAppError } from '@slipway/contracts';
import { describedReleases } from '../composition/fallback';
import { currentRevision, readComposition } from '../composition/read';
import { releasesIn } from '../composition/selection';
import { revisionBase } from '../store/keys';
import { memoryOf } from './memory';
import type { Trust } from './open';
import {
  proofKey,
  releasePath,
  rootKey,
  signedReleaseKey,
  statementKey,
  statementPath,
  timestampKey,
} from './paths';
import { signedFile, type SignedFile, writeSigned } from './signedFiles';
import { verifiedRelease } from './signedRelease';
import { hasEnough, withAdded } from './signatures';
import { parseSigned, serialize, untrusted } from './document';
import { parseStatement, type Statement } from './statements';

/** Each document as its text: signatures cover canonical JSON, and hashes cover these bytes. */
const schema = v.object({
  roots: v.array(v.string()),
  targets: v.string(),
  timestamp: v.nullable(v.string()),
  statement: v.string(),
  /** The revisions that a statement replaced, back to a signed one, if its key may only end canaries. */
  replaced: v.optional(v.array(v.object({ statement: v.string(), composition: v.string() }))),
  /** Each with the hash of its file, or with its texts, as earlier versions wrote them. */
  releases: v.array(
    v.union([
      v.object({
        id: v.string(),
        version: v.string(),
        hash: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
      }),
      v.object({ id: v.string(), version: v.string(), description: v.string(), signed: v.string() }),
    ]),
  ),
});

export type Proof = v.InferOutput<typeof schema>;

/** @throws `slice_untrusted` */
export function parseProof(text: string, what: string): Proof {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (cause) {
    throw untrusted(`${what} is not a proof: it was altered, or another server responds`, { cause });
  }
}

/** The revision of a statement. */
export const versionOf = (statement: string): number =>
  parseSigned('targets', Buffer.from(statement), 'The statement').signed.version;

/** A file that a proof names. */
interface ListedFile extends Pick<SignedFile, 'id' | 'version' | 'hash'> {
  /** Its bytes, which most deploys do not need. */
  make: () => Promise<SignedFile>;
}

/** The revision that this process has just deployed: it needs no second reading. */
interface Made {
  composition?: Composition | undefined;
  statement?: { statement: Statement; bytes: Buffer } | undefined;
}

type StatementText = Pick<Statement, 'document' | 'facts'> & { text: string };

async function proofOf(
  trust: Trust,
  environment: string,
  revision: number,
  timestamp: Buffer | undefined,
  made: Made,
): Promise<{ proof: Proof; files: readonly ListedFile[] }> {
  const { store, chain } = trust;
  const text = async (key: string) => (await store.get(key))?.toString() ?? '';
  /** Adds signatures that were added later, if the document's own are not enough. */
  const complete = async (key: string, path: string, document: Metadata<Targets>) =>
    hasEnough(chain, path, document) ? document : withAdded(store, key, document);
  const versions = Array.from({ length: chain.root.signed.version }, (_, index) => index + 1);
  const ofStatement = async (one: number): Promise<StatementText> => {
    const [key, path] = [statementKey(environment, one), statementPath(environment, one)];
    const { statement, bytes } = made.statement ?? {};
    if (statement?.document.signed.version === one && hasEnough(chain, path, statement.document))
      return { text: bytes?.toString() ?? '', ...statement };
    const parsed = parseStatement((await store.get(key)) ?? Buffer.alloc(0), environment, one);
    const document = await complete(key, path, parsed.document);
    return { text: serialize(document).toString(), document, facts: parsed.facts };
  };
  const replacedBy = async ({ document, facts }: StatementText): Promise<NonNullable<Proof['replaced']>> => {
    const path = statementPath(environment, document.signed.version);
    const { revision: before } = facts.previous;
    if (hasEnough(chain, path, document) || before === 0) return [];
    const statement = await ofStatement(before);
    const composition = await text(`${revisionBase(environment, before)}composition.json`);
    return [{ statement: statement.text, composition }, ...(await replacedBy(statement))];
  };
  const ofReleases = async () => {
    const composition =
      made.composition?.revision === revision
        ? made.composition
        : await readComposition(store, environment, revision);
    const references = [...releasesIn(composition), ...describedReleases(composition)];
    return Promise.all(
      references.map(async ({ id, version }): Promise<ListedFile> => {
        const { description, signed, hashes } = await verifiedRelease(trust, { id, version });
        const key = signedReleaseKey(id, version);
        const make = async () => {
          const all = await complete(key, releasePath(id, version), parseSigned('targets', signed, key));
          const texts = { description: description.toString(), signed: serialize(all).toString() };
          return signedFile({ id, version }, texts);
        };
        const memory = memoryOf(store);
        const known = hashes && memory.recall('signed file', ...hashes);
        const hash = known ?? (await make()).hash;
        if (hashes && hash !== known) memory.remember(hash, 'signed file', ...hashes);
        return { id, version, hash, make };
      }),
    );
  };
  const [roots, statement, files] = await Promise.all([
    Promise.all(versions.map((version) => text(rootKey(version)))),
    ofStatement(revision),
    ofReleases(),
  ]);
  const targets = serialize(chain.targets).toString();
  const replaced = await replacedBy(statement);
  const releases = files.map(({ id, version, hash }) => ({ id, version, hash }));
  const proof = {
    ...{ roots, targets, timestamp: timestamp?.toString() ?? null, statement: statement.text, releases },
    ...(replaced.length > 0 && { replaced }),
  };
  return { proof, files };
}

/** The hashes that a proof lists; none of one that cannot be read. Compared only, so its schema does not matter. */
function hashesIn(text: string | undefined): ReadonlySet<unknown> {
  try {
    const { releases } = JSON.parse(text ?? '') as { releases: readonly { hash?: unknown }[] };
    return new Set(releases.map(({ hash }) => hash));
  } catch {
    return new Set();
  }
}

/** Attempts while other deploys and jobs write it too. */
const ATTEMPTS = 10;

interface ProofOptions extends Made {
  /** Writes all files that are missing, not only those that the proof before did not list. */
  isRepair?: boolean;
}

/** Writes the proof of the revision that is current now, and the files that the proof before did not list. */
export async function writeProof(
  trust: Trust,
  environment: string,
  { isRepair = false, ...made }: ProofOptions = {},
): Promise<void> {
  const { store } = trust;
  const key = proofKey(environment);
  for (let attempt = 1; ; attempt += 1) {
    // Read it first: if another deploy writes a proof after this, the swap fails.
    const before = (await store.get(key))?.toString();
    const [revision, timestamp] = await Promise.all([
      currentRevision(store, environment),
      store.get(timestampKey(environment)),
    ]);
    if (revision === 0) return;
    const { proof: next, files } = await proofOf(trust, environment, revision, timestamp, made);
    const known = isRepair ? new Set() : hashesIn(before);
    await Promise.all(
      files
        .filter(({ hash }) => !known.has(hash))
        .map(async ({ make }) => writeSigned(store, environment, await make())),
    );
    const proof = JSON.stringify(next);
    try {
      if (proof !== before) await store.swap(key, before, proof);
      return;
    } catch (error) {
      if (!isAppError(error) || error.code !== 'conflict' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Reads roots of a proof by version, for `latestRoot`. */
export const rootsOf =
  ({ roots }: Proof) =>
  (version: number) =>
    Promise.resolve(roots[version - 1] ? Buffer.from(roots[version - 1] ?? '') : undefined);
