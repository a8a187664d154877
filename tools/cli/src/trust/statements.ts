/** The statement of a revision: its number, the hash of each of its files, the previous revision, and an expiry. */
import { randomUUID } from 'node:crypto';
import type { Metadata, Targets } from '@tufjs/models';
import * as v from 'valibot';
import { AppError } from '@slipway/contracts';
import { storedName } from '../store/packedStore';
import type { Store } from '../store/store';
import type { StoreFile } from '../store/writeFiles';
import { enderPath } from '../policy/paths';
import { storedOrderFailure } from '../policy/order';
import { revisionBase } from '../store/keys';
import { type TrustChain, verifyDelegated } from './chain';
import { parseSigned, serialize, signDocument, signedHash, signersOf, untrusted } from './document';
import { sha256Once, shortKey } from './keys';
import { recallSignedPart, recallSigners, rememberStatement } from './knownStatements';
import { type StatementFacts, statementOf } from './metadata';
import { statementKey, statementPath } from './paths';
import { roleOf } from './chain';
import { deployKeys, orderRole } from './deployKeys';
import { hasEnough, verifyStored } from './signatures';
import type { Signer } from './signer';

const factsSchema = v.object({
  environment: v.string(),
  lineage: v.string(),
  createdAt: v.string(),
  previous: v.object({ revision: v.number(), sha256: v.string() }),
  root: v.number(),
  targets: v.number(),
});

/** A statement whose signatures were verified. */
export interface Statement {
  document: Metadata<Targets>;
  facts: StatementFacts;
  /** The keys that signed it. */
  signers: readonly string[];
}

const advice = (environment: string, revision: number) =>
  `roll back to a revision that is signed, or, after a review, sign it: slipway trust sign --env ${environment} --revision ${String(revision)}`;

export interface Signing {
  environment: string;
  revision: number;
  createdAt: string;
  /** The statement of the revision that this one replaces. */
  previous: Statement | undefined;
  /** `composition.json`, `record.json` and the documents. */
  files: readonly StoreFile[];
  /** Whether it only ends canaries. It expires with the statement before, and keys that may do nothing else can sign it. */
  isOrder?: boolean;
}

/** Returns the text of the files of a revision, each compared with its statement. */
export const readerOf =
  (store: Store, statement: Statement) =>
  async (name: string): Promise<string> => {
    const key = revisionBase(statement.facts.environment, statement.document.signed.version) + name;
    return Buffer.from(verifyFile(statement, key, await store.get(key))).toString();
  };

export interface SignedStatement {
  bytes: Buffer;
  statement: Statement;
  /** Signatures that are still missing. */
  missing: number;
}

/** @throws `forbidden` when no key here may sign it */
export async function signStatement(
  chain: TrustChain,
  signer: Signer,
  { environment, revision, createdAt, previous, files, isOrder = false }: Signing,
  now: Date,
): Promise<SignedStatement> {
  const facts: StatementFacts = {
    environment,
    createdAt,
    lineage: previous?.facts.lineage ?? randomUUID(),
    previous: previous
      ? { revision: previous.document.signed.version, sha256: signedHash(previous.document.signed) }
      : { revision: 0, sha256: '' },
    root: chain.root.signed.version,
    targets: chain.targets.signed.version,
  };
  const keyIds = isOrder ? [] : deployKeys(chain, signer, environment);
  const role = isOrder
    ? orderRole(chain, signer, environment)
    : roleOf(chain, statementPath(environment, revision));
  const expires = isOrder ? previous?.document.signed.expires : undefined;
  const document = await signDocument(
    statementOf(revision, facts, files, now, expires),
    signer,
    isOrder ? (role?.keyIds ?? []) : keyIds,
  );
  const signers = role ? signersOf(chain.targets, role, document) : [];
  const missing = Math.max(0, (role?.threshold ?? 1) - signers.length);
  return { bytes: serialize(document), statement: { document, facts, signers }, missing };
}

/** Parses a statement and verifies that it is the one of this revision, but not its signatures. @throws `slice_untrusted` */
export function parseStatement(bytes: Uint8Array, environment: string, revision: number) {
  const key = statementKey(environment, revision);
  const document = parseSigned('targets', bytes, key);
  const facts = v.safeParse(factsSchema, document.signed.unrecognizedFields['slipway']);
  if (!facts.success || facts.output.environment !== environment || document.signed.version !== revision) {
    const { environment: other = 'another environment' } = facts.success ? facts.output : {};
    throw untrusted(
      `${key} is the statement of revision ${String(document.signed.version)} of ${other}: it was moved here. ${advice(environment, revision)}`,
    );
  }
  return { document, facts: facts.output };
}

/** @throws `slice_untrusted` naming the role and the keys that signed */
export async function verifyStatement(
  store: Store,
  chain: TrustChain,
  environment: string,
  revision: number,
): Promise<Statement> {
  const key = statementKey(environment, revision);
  const what = `Revision ${String(revision)} of ${environment}`;
  const bytes = await store.get(key);
  if (!bytes) throw untrusted(`${what} is not signed (${key} is missing): ${advice(environment, revision)}`);
  const { document, facts } = parseStatement(bytes, environment, revision);
  recallSignedPart(store, { bytes, document });
  for (const name of ['root', 'targets'] as const) {
    const loaded = chain[name].signed.version;
    if (facts[name] <= loaded) continue;
    throw untrusted(
      `${what} was signed under ${name} ${String(facts[name])}, and the store shows ${name} ${String(loaded)}: the trust metadata was rolled back. Restore trust/${name} from a backup`,
    );
  }
  const path = statementPath(environment, revision);
  const known = recallSigners(store, chain, path, bytes);
  if (known) return { document, facts, signers: known };
  const text = { what, advice: advice(environment, revision) };
  if (!hasEnough(chain, path, document) && hasEnough(chain, enderPath(environment, revision), document))
    return verifyOrder(store, chain, { document, facts, signers: [] }, text);
  const signers = await verifyStored(store, chain, { key, path, document }, text);
  rememberStatement({ store, chain }, path, { bytes, document }, signers);
  return { document, facts, signers };
}

/** A statement of a key that may only end canaries, beside the replaced one. @throws `slice_untrusted` */
async function verifyOrder(
  store: Store,
  chain: TrustChain,
  order: Statement,
  text: { what: string; advice: string },
): Promise<Statement> {
  const { environment, previous } = order.facts;
  const path = enderPath(environment, order.document.signed.version);
  const signers = verifyDelegated(chain, path, order.document, text);
  const before = await verifyStatement(store, chain, environment, previous.revision);
  const failure =
    signedHash(before.document.signed) === previous.sha256
      ? await storedOrderFailure(
          { statement: before, read: readerOf(store, before) },
          { statement: order, read: readerOf(store, order) },
          await store.now(),
        )
      : 'it replaces another revision';
  if (failure === undefined) return { ...order, signers };
  throw untrusted(
    `${text.what} is signed by a key that may only end canaries, and ${failure}: ${text.advice}`,
  );
}

/** @throws `slice_untrusted` when `bytes` do not have the hash that the statement lists for `key` */
export function verifyFile({ document }: Statement, key: string, bytes: Uint8Array | undefined): Uint8Array {
  const target = document.signed.targets[key];
  if (!target)
    throw untrusted(
      `${storedName(key, bytes)} is not part of the signed revision: it was added afterwards. Remove it`,
    );
  if (!bytes)
    throw new AppError(
      'not_found',
      `${storedName(key)} is missing, and the signed revision lists it: roll back, or restore it from a backup`,
    );
  if (target.hashes['sha256'] === sha256Once(bytes)) return bytes;
  throw untrusted(
    `${storedName(key, bytes)} differs from the hash that key ${shortKey(Object.keys(document.signatures)[0] ?? '')} signed: it was altered. Restore it from a backup, or roll back`,
  );
}
