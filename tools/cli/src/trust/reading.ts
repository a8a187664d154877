/** The authors of stored revisions, for commands that only read. Each comes from a signature, never only from a record. */
import { isAppError } from '@slipway/contracts';
import { recordIn } from '../composition/read';
import type { RevisionRecord, Since } from '../composition/record';
import type { Change } from '../composition/selection';
import { approversOf, type BreakGlass, openBreakGlass } from '../policy/breakGlass';
import { revisionBase } from '../store/keys';
import { authorOf } from './authors';
import { earlierStatement } from './earlierStatement';
import { openTrust, type OpenTrust, type Trust } from './open';
import { currentFailure, revisionFailure } from './readFailures';
import { isUntrusted } from './revisions';
import { type Statement, verifyFile } from './statements';

/** The facts about a revision that its signatures prove. */
interface Proven {
  author: string;
  changes: RevisionRecord['changes'];
  /** ISO-8601 UTC. */
  createdAt: string;
}

export interface Authors {
  /** The owners of the keys that signed the revision, or why there is none. */
  of(revision: number): Promise<string>;
  /** Who gave an app its version, and when: proven by the revision that did it. */
  since(row: Pick<Change, 'kind' | 'app'>, since: Since): Promise<Since>;
  /** The owners of the keys that approved the revision. */
  approversOf(revision: number): Promise<string[]>;
  /** Break-glass changes that have no approval since. */
  breakGlass(): Promise<BreakGlass[]>;
  /** Whether the trust could be opened, so that a failure is a finding. */
  canVerify: boolean;
  /** Why what runs now is not verified, by the checks of a deploy; undefined when it is. */
  failure(): Promise<string | undefined>;
  /** Why an earlier revision is not: by its signature, its files and the policy of its time. */
  failureOf(revision: number): Promise<string | undefined>;
}

async function provenBy(
  { store, chain }: Trust,
  environment: string,
  statement: Statement | undefined,
): Promise<Proven | undefined> {
  if (!statement || statement.signers.length === 0) return undefined;
  const { document, facts } = statement;
  const key = `${revisionBase(environment, document.signed.version)}record.json`;
  const record = recordIn(verifyFile(statement, key, await store.get(key)), key);
  return { author: authorOf(chain, statement, record), changes: record.changes, createdAt: facts.createdAt };
}

const UNSIGNED = 'unsigned';
const UNVERIFIED = 'unverified';

/** Without trust metadata, or without a pinned root, no author is known. */
export async function readAuthors(request: OpenTrust): Promise<Authors> {
  const environment = request.environment.name;
  let trust: Trust | undefined;
  let closed: string | undefined;
  try {
    trust = await openTrust({ ...request, isReadOnly: true });
  } catch (error) {
    if (!isAppError(error)) throw error;
    closed = error.message;
  }
  const statements = new Map<number, Promise<Statement | undefined>>();
  const statementOf = (opened: Trust, revision: number) => {
    const found = statements.get(revision) ?? earlierStatement(opened, environment, revision);
    statements.set(revision, found);
    return found;
  };
  const known = new Map<number, Promise<Proven | undefined>>();
  const proven = async (revision: number) => {
    if (!trust) return undefined;
    const found =
      known.get(revision) ??
      statementOf(trust, revision).then((statement) => provenBy(trust, environment, statement));
    known.set(revision, found);
    return found;
  };
  const authorBy = async (revision: number): Promise<string> => {
    try {
      return (await proven(revision))?.author ?? UNSIGNED;
    } catch (error) {
      if (isUntrusted(error) || (isAppError(error) && error.code === 'not_found')) return UNVERIFIED;
      throw error;
    }
  };
  const verified = async <Found>(read: (trust: Trust) => Promise<Found[]>): Promise<Found[]> => {
    try {
      return trust ? await read(trust) : [];
    } catch (error) {
      if (isUntrusted(error) || (isAppError(error) && error.code === 'not_found')) return [];
      throw error;
    }
  };
  return {
    of: authorBy,
    canVerify: trust !== undefined,
    failure: async () => (trust ? currentFailure(trust, environment) : closed),
    failureOf: async (revision) =>
      trust && revisionFailure(trust, environment, revision, () => statementOf(trust, revision)),
    approversOf: (revision) => verified((found) => approversOf(found, environment, revision)),
    breakGlass: () => verified((found) => openBreakGlass(found, environment)),
    async since({ kind, app }, since) {
      const author = await authorBy(since.revision);
      if (author === UNSIGNED || author === UNVERIFIED) return { ...since, author };
      const found = await proven(since.revision);
      const isTheirs = found?.changes.some((change) => change.kind === kind && change.app === app);
      return { ...since, at: found?.createdAt ?? since.at, author: isTheirs ? author : UNVERIFIED };
    },
  };
}
