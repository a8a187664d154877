/** Verifies an environment before a deploy changes anything, and signs the new revision. */
import type { Composition } from '@slipway/contracts';
import { currentRevision } from '../composition/read';
import { parseSettings } from '../composition/settings';
import { type Settings, settingsChanges } from '../environment/settings';
import { statedPolicy, statementHash } from '../policy/past';
import { settingsKey } from '../store/keys';
import type { StoreFile } from '../store/writeFiles';
import { authorOf, ownAuthor } from './authors';
import { untrusted } from './document';
import { openTrust, type OpenTrust, type Trust } from './open';
import { writeProof } from './proof';
import { rememberStatement } from './knownStatements';
import { statementPath, timestampKey } from './paths';
import { isUntrusted, rejectStale, type VerifiedState, verifyCurrent, verifyRevision } from './revisions';
import { deployKeys } from './deployKeys';
import {
  type SignedStatement,
  signStatement,
  type Statement,
  verifyFile,
  verifyStatement,
} from './statements';

/**
 * The verified current state, or undefined before the first deploy. Its author is the owner of the key that signed.
 * @throws `slice_untrusted`
 */
export async function verifiedState(trust: Trust, environment: string): Promise<VerifiedState | undefined> {
  const { store, chain } = trust;
  for (;;) {
    const [revision, timestamp] = await Promise.all([
      currentRevision(store, environment),
      store.get(timestampKey(environment)),
    ]);
    try {
      if (revision > 0) {
        const state = await verifyCurrent(trust, environment, revision, timestamp);
        return {
          ...state,
          record: { ...state.record, author: authorOf(chain, state.statement, state.record) },
        };
      }
      return undefined;
    } catch (error) {
      // A deploy that finished in between moved the pointer, then signed a newer timestamp.
      if (!isUntrusted(error) || (await currentRevision(store, environment)) === revision) throw error;
    }
  }
}

/** Opens the trust of a store for a change. @throws `slice_untrusted`, `not_found`, `forbidden` when no key here may deploy */
export async function openForDeploy(request: OpenTrust): Promise<Trust> {
  const trust = await openTrust(request);
  deployKeys(trust.chain, trust.signer, request.environment.name);
  return trust;
}

/** The state that a deploy starts from. */
export interface DeployState extends VerifiedState {
  /** Whether the current revision could not be verified, and a signed one that runs again replaces it. */
  isRecovery?: boolean;
}

/**
 * The verified current state. If it cannot be verified, a rollback of everything to the signed revision `recoverTo`
 * still works: only the number of the current revision is used.
 * @throws `slice_untrusted`, also when the timestamp has expired
 */
export async function freshState(
  trust: Trust,
  environment: string,
  recoverTo?: number,
): Promise<DeployState | undefined> {
  let state: DeployState | undefined;
  try {
    state = await verifiedState(trust, environment);
  } catch (error) {
    if (!isUntrusted(error) || recoverTo === undefined) throw error;
    return recoveredState(trust, environment, recoverTo);
  }
  // The machine that made the keys renews its own timestamps, however long it was off.
  if (!(trust.isOwn && state)) rejectStale(trust, environment, state);
  return state;
}

async function recoveredState(trust: Trust, environment: string, recoverTo: number): Promise<DeployState> {
  rejectStale(trust, environment, undefined);
  const [verified, revision] = await Promise.all([
    verifyRevision(trust, environment, recoverTo),
    currentRevision(trust.store, environment),
  ]);
  const composition = { ...verified.composition, revision };
  const { expires } = verified.statement.document.signed;
  return { ...verified, composition, freshUntil: expires, expires, isRecovery: true };
}

export const deployAuthor = ({ chain, signer }: Trust, environment: string, note: string): string =>
  ownAuthor(chain, signer, deployKeys(chain, signer, environment), note);

/**
 * The settings that a revision uses again, for its statement: those that `previous` or the revision `restored` covers.
 * @throws `slice_untrusted` when they are not the `chosen` ones: they were altered while the deploy ran
 */
export async function signedSettings(
  { store, chain }: Trust,
  { environment, settings }: Composition,
  previous: Statement | undefined,
  restored: Composition | undefined,
  chosen: Settings,
): Promise<StoreFile[]> {
  if (settings === undefined) return [];
  const key = settingsKey(environment, settings);
  const isCovered = previous?.document.signed.targets[key] !== undefined;
  const statement =
    isCovered || !restored ? previous : await verifyStatement(store, chain, environment, restored.revision);
  const bytes = await store.get(key);
  const verified = statement ? verifyFile(statement, key, bytes) : (bytes ?? Buffer.alloc(0));
  if (settingsChanges(parseSettings(verified, key).settings, chosen).length === 0)
    return [{ key, bytes: verified }];
  throw untrusted(
    `${key} was altered while the deploy read it: find out who writes to the store, then deploy again`,
  );
}

/** Signs the files of a claimed revision; the statement belongs beside them. */
export async function signRevision(
  { chain, signer, now }: Trust,
  { environment, revision, createdAt }: Composition,
  previous: Statement | undefined,
  files: readonly StoreFile[],
): Promise<SignedStatement> {
  return signStatement(chain, signer, { environment, revision, createdAt, previous, files }, now);
}

/** @throws `slice_untrusted` unless the composition that runs again is signed, with its settings */
export async function verifyRollback(trust: Trust, rollbackTo: Composition | undefined): Promise<void> {
  if (!rollbackTo) return;
  const { environment, revision } = rollbackTo;
  const { composition } = await verifyRevision(trust, environment, revision);
  if (JSON.stringify(composition) === JSON.stringify(rollbackTo)) return;
  throw untrusted(`Revision ${String(revision)} of ${environment} was altered while it was read: try again`);
}

/**
 * Call it after the pointer has moved: remembers the revision, and writes its proof. `bytes` are those of a statement
 * that was signed here, and `composition` is that of the revision, if the caller has them. No new timestamp is needed
 * yet: a new statement is itself evidence that the state is new.
 */
export async function announce(
  trust: Trust,
  { statement, bytes }: { statement: Statement; bytes?: Buffer },
  composition?: Composition,
): Promise<void> {
  const { environment, createdAt } = statement.facts;
  const revision = statement.document.signed.version;
  const timestamp = trust.pins.seen(environment)?.timestamp ?? 0;
  const { document, signers } = statement;
  if (bytes) rememberStatement(trust, statementPath(environment, revision), { bytes, document }, signers);
  const policy = await statedPolicy(trust.store, environment, statement);
  trust.pins.saw(environment, {
    revision,
    createdAt,
    timestamp,
    statement: statementHash(statement),
    policy,
  });
  await writeProof(trust, environment, { composition, statement: bytes && { statement, bytes } });
}
