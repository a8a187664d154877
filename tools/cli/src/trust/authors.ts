/** Who made a revision: the registered owner of each key that signed it, never what a record or a variable says. */
import type { RevisionRecord } from '../composition/record';
import type { TrustChain } from './chain';
import { shortKey } from './keys';
import type { Signer } from './signer';
import type { Statement } from './statements';

const ownersOf = ({ names }: TrustChain, keyIds: readonly string[]): string =>
  [...new Set(keyIds.map((keyId) => names.keys[keyId]?.name ?? `key ${shortKey(keyId)}`))].join(' and ');

const isOwn = ({ names }: TrustChain, keyIds: readonly string[]) =>
  keyIds.length > 0 && keyIds.every((keyId) => names.keys[keyId]?.isOwn);

/** In a store that one machine made for itself, its note of the author counts: its key signed the record. */
export const authorOf = (
  chain: TrustChain,
  { signers }: Pick<Statement, 'signers'>,
  { author }: Pick<RevisionRecord, 'author'>,
): string => (isOwn(chain, signers) ? author : ownersOf(chain, signers));

/** The author of a revision that this signer is about to sign. */
export const ownAuthor = (
  chain: TrustChain,
  signer: Signer,
  keyIds: readonly string[],
  note: string,
): string => {
  const used = signer.keyIds.filter((keyId) => keyIds.includes(keyId));
  return authorOf(chain, { signers: used }, { author: note });
};
