/**
 * Encrypts secrets in the database with a key that is derived from the encryption key. The id of that key is stored
 * beside each ciphertext, so that it can be rotated (`keys/rotate.ts`).
 */
import { type Kysely, sql } from 'kysely';
import type { Keys } from '../settings/keys';
import { previousOf } from '../settings/previousKeys';
import { decrypt, encrypt, keyFor, keyIdOf } from './secrets';

export interface Encrypted {
  secret: string;
  /** Null for rows from before key ids. */
  key_id: string | null;
}

export interface Encryption {
  /** The id of the current key. */
  keyId: string;
  encrypt(text: string): Encrypted;
  /** Undefined if no key here has encrypted it. */
  decrypt(stored: Encrypted): string | undefined;
}

/** Undefined for another key. */
function decryptWith(key: Buffer, text: string): string | undefined {
  try {
    return decrypt(key, text);
  } catch {
    return undefined;
  }
}

export function encryption(keys: Keys, purpose: 'second factors'): Encryption {
  const known = () =>
    [keys.slipwayKey, ...previousOf(keys, 'encryption')].map((key) => ({
      id: keyIdOf(key),
      key: keyFor(key, purpose),
    }));
  const keyId = keyIdOf(keys.slipwayKey);
  const current = keyFor(keys.slipwayKey, purpose);
  return {
    keyId,
    encrypt: (text) => ({ secret: encrypt(current, text), key_id: keyId }),
    decrypt({ secret, key_id: id }) {
      for (const { id: knownId, key } of known()) {
        const text = id === null || id === knownId ? decryptWith(key, secret) : undefined;
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

/**
 * Whether new rows must be encrypted with this key. Locks the id until the transaction ends: a rotation waits for it, and
 * then finds its rows.
 */
export async function isCurrentKey(db: Kysely<unknown>, keyId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from private.current_encryption_key for share
  `.execute(db);
  return rows.every(({ id }) => id === keyId);
}
