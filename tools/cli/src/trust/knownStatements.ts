/**
 * Statements that this machine has verified or signed (decision 084): it remembers the hash of the signed part, which later
 * statements contain, and who signed. Their canonical JSON has a line for each document of the environment, so making it
 * costs more than everything else that a deploy does with a statement.
 */
import type { Metadata, Targets } from '@tufjs/models';
import type { Store } from '../store/store';
import type { TrustChain } from './chain';
import { keepSignedHash, signedHash } from './document';
import { sha256Once } from './keys';
import { memoryOf } from './memory';
import { hasEnough } from './signatures';

interface StatementFile {
  bytes: Uint8Array;
  document: Metadata<Targets>;
}

/** The signed part depends on the bytes only; who signed, also on its path and on the roles and keys of the targets. */
const inputsOf = (chain: TrustChain, path: string, bytes: Uint8Array) =>
  ['signers', signedHash(chain.targets.signed), path, sha256Once(bytes)] as const;

/** Gives a parsed statement the hash of its signed part, if this machine knows these bytes. */
export function recallSignedPart(store: Store, { bytes, document }: StatementFile): void {
  const hash = memoryOf(store).recall('signed part', sha256Once(bytes));
  if (hash !== undefined) keepSignedHash(document.signed, hash);
}

/** The keys that signed a statement; undefined for one that has to be verified. */
export const recallSigners = (
  store: Store,
  chain: TrustChain,
  path: string,
  bytes: Uint8Array,
): string[] | undefined =>
  memoryOf(store)
    .recall(...inputsOf(chain, path, bytes))
    ?.split(',');

/**
 * Who signed an earlier statement, by all keys that were registered at any time: the names, which the targets list. Only of
 * a statement without added signatures, which are separate files.
 */
export function signersEverOnce(
  { store, chain }: { store: Store; chain: TrustChain },
  { bytes, document }: StatementFile,
  find: () => string[],
): string[] {
  const memory = memoryOf(store);
  const inputs = ['signers ever', signedHash(chain.targets.signed), sha256Once(bytes)] as const;
  const known = memory.recall(...inputs)?.split(',');
  if (known) return known;
  const signers = find();
  if (signers.length > 0) {
    memory.remember(signedHash(document.signed), 'signed part', sha256Once(bytes));
    memory.remember(signers.join(), ...inputs);
  }
  return signers;
}

/** Signatures that were added later are separate files, so a statement that needs them is verified each time. */
export function rememberStatement(
  { store, chain }: { store: Store; chain: TrustChain },
  path: string,
  { bytes, document }: StatementFile,
  signers: readonly string[],
): void {
  if (!hasEnough(chain, path, document)) return;
  const memory = memoryOf(store);
  memory.remember(signedHash(document.signed), 'signed part', sha256Once(bytes));
  memory.remember(signers.join(), ...inputsOf(chain, path, bytes));
}
