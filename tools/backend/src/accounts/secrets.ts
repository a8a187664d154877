/** Random tokens, and hashes and encrypted texts for the database: a leaked database contains nothing that works. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Independent keys from the installation's secret, one per purpose. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** The id of a key, as `private.key_id` computes it: it needs no storage and does not reveal the key. */
export const keyIdOf = (key: string): string =>
  createHmac('sha256', key).update('slipway key id').digest('hex').slice(0, 12);

/** 256 random bits, in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** For tokens that cannot be guessed. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** For short codes, which could be guessed from a plain hash. */
export const keyedHashOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** AES-256-GCM: nonce, tag and ciphertext in base64. */
export function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** @throws if another key encrypted the text, or the text was changed */
export function decrypt(key: Buffer, stored: string): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
