/** The people of trust tests: one key each, made when the tests start. */
import { newPrivateKey, type PrivateKey, readPrivateKey } from '../trust/keys';
import { signerOf } from '../trust/signer';

export const people = [
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
export type Person = (typeof people)[number];

/** Their private keys. */
export const pems = Object.fromEntries(people.map((person) => [person, newPrivateKey()])) as Record<
  Person,
  string
>;

export const keys = Object.fromEntries(
  people.map((person) => [person, readPrivateKey(pems[person], person)]),
) as Record<Person, PrivateKey>;

export const signerFor = (...who: readonly Person[]) => signerOf(who.map((person) => keys[person]));

export const idOf = (person: Person) => keys[person].key.keyID;
