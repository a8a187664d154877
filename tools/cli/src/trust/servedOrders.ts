/** Verifies a served revision that a key signed which may only end canaries. */
import type { Composition } from '@slipway/contracts';
import { inRevision, offlineIn, orderFailure, type OrderPart } from '../policy/order';
import { enderPath } from '../policy/paths';
import { revisionBase } from '../store/keys';
import { type TrustChain, verifyDelegated } from './chain';
import { signedHash, untrusted } from './document';
import { statementPath } from './paths';
import { type Proof, versionOf } from './proof';
import { addressOf, type Get } from './servedBytes';
import { parseStatement, verifyFile } from './statements';

/** Reads the documents of the previous revision, given those of an order. */
function readReplaced(
  read: (name: string) => Promise<string>,
  after: OrderPart,
  before: OrderPart,
): (name: string) => Promise<string> {
  const [from, to] = [after, before].map(({ composition }) => JSON.parse(composition) as Composition);
  return async (name) => {
    if (!from || !to) return read(name);
    return inRevision(name, await read(name), { to, offline: await offlineIn(to, read) });
  };
}

/**
 * Verifies a current revision that was signed by a key which may only end canaries: each such revision is compared with
 * the previous one, back to a revision that a key of the environment has signed. Only the documents of the current
 * revision are served; those of the others follow from them.
 * @throws `slice_untrusted`
 */
export async function verifyOrders(
  get: Get,
  chain: TrustChain,
  current: OrderPart,
  replaced: NonNullable<Proof['replaced']>,
  { environment, now }: { environment: string; now: Date },
): Promise<void> {
  let after = current;
  let read = async (name: string) => (await get(addressOf(name))).bytes.toString();
  for (const [index, part] of replaced.entries()) {
    const { document, facts } = parseStatement(
      Buffer.from(part.statement),
      environment,
      versionOf(part.statement),
    );
    const before = { statement: { document, facts, signers: [] }, composition: part.composition };
    const isLast = index === replaced.length - 1;
    const revision = document.signed.version;
    const path = isLast ? statementPath(environment, revision) : enderPath(environment, revision);
    const what = `Revision ${String(revision)} of ${environment}`;
    verifyDelegated(chain, path, document, { what, advice: 'it is not what was approved' });
    verifyFile(
      before.statement,
      `${revisionBase(environment, revision)}composition.json`,
      Buffer.from(part.composition),
    );
    const isNext = after.statement.facts.previous.sha256 === signedHash(document.signed);
    const failure = isNext
      ? await orderFailure(before, after, read, now.getTime())
      : 'it replaces another revision';
    if (failure !== undefined)
      throw untrusted(`A key that may only end canaries signed what ${environment} serves, and ${failure}`);
    read = readReplaced(read, after, before);
    after = before;
  }
}
