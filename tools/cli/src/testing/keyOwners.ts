/** The owners of keys in trust tests: one key each, made when the tests start. */
import { newPrivateKey, type PrivateKey, readPrivateKey } from '../trust/keys';
import { signerOf } from '../trust/signer';

export const keyOwners = [
  'rootOne',
  'rootTwo',
  'admin',
  'platform',
  'market',
  'billing',
  'Ada',
  'Bea',
  'stranger',
] as const;
export type KeyOwner = (typeof keyOwners)[number];

/** Their private keys. */
export const pems = Object.fromEntries(keyOwners.map((owner) => [owner, newPrivateKey()])) as Record<
  KeyOwner,
  string
>;

export const keys = Object.fromEntries(
  keyOwners.map((owner) => [owner, readPrivateKey(pems[owner], owner)]),
) as Record<KeyOwner, PrivateKey>;

export const signerFor = (...who: readonly KeyOwner[]) => signerOf(who.map((owner) => keys[owner]));

export const idOf = (owner: KeyOwner) => keys[owner].key.keyID;
