/** Statements of the history, for commands that only read: their signers are those of that time, not those of today. */
import type { Store } from '../store/store';
import type { TrustChain } from './chain';
import { recallSignedPart, signersEverOnce } from './knownStatements';
import { statementKey } from './paths';
import { signersEver, withAdded } from './signatures';
import { parseStatement, type Statement } from './statements';

/** With the registered keys that signed it, revoked ones too: maybe none. Undefined without a statement. @throws `slice_untrusted` */
export async function earlierStatement(
  { store, chain }: { store: Store; chain: TrustChain },
  environment: string,
  revision: number,
): Promise<Statement | undefined> {
  const key = statementKey(environment, revision);
  const bytes = await store.get(key);
  if (!bytes) return undefined;
  const { document, facts } = parseStatement(bytes, environment, revision);
  recallSignedPart(store, { bytes, document });
  const complete = await withAdded(store, key, document);
  const find = () => signersEver(chain, complete);
  const isOwn = Object.keys(complete.signatures).length === Object.keys(document.signatures).length;
  const signers = isOwn ? signersEverOnce({ store, chain }, { bytes, document }, find) : find();
  return { document, facts, signers };
}
