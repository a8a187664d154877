/**
 * Encrypts the messages of a shared conversation, so that the database has only ciphertext (decision 062). The key is
 * random, and only the link has it, in its fragment, which browsers send to no server.
 */
import { isTurn, type KeptTurn } from './conversations';

/** The key of a link: 256 bits as base64url. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The most that the database stores is 160 KB, with a nonce of 12 bytes and a tag of 16. */
const MAX_BYTES = 163_840 - 28;
const MAX_TURNS = 50;
const NONCE = 12;
const algorithm = 'AES-GCM';
/** Authenticated data: text of another format fails to decrypt. */
const format = new TextEncoder().encode('slipway conversation 1');

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const encoded = (turns: readonly KeptTurn[]) => new TextEncoder().encode(JSON.stringify({ turns }));

/** The newest turns that fit into a link. */
export function shareableTurns(turns: readonly KeptTurn[]): readonly KeptTurn[] {
  let newest = turns.slice(-MAX_TURNS);
  while (newest.length > 0 && encoded(newest).length > MAX_BYTES) newest = newest.slice(1);
  return newest;
}

/** The ciphertext in base64, and the key that decrypts it. */
export async function encryptTurns(
  turns: readonly KeptTurn[],
): Promise<{ ciphertext: string; secret: string }> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(
    { name: algorithm, iv, additionalData: format },
    key,
    encoded(turns),
  );
  return {
    ciphertext: toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)])),
    secret: toBase64(raw).replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
  };
}

/** The messages, oldest first; undefined with a wrong key or an altered text. */
export async function decryptTurns(
  ciphertext: string,
  secret: string,
): Promise<readonly KeptTurn[] | undefined> {
  if (!isSecret(secret)) return undefined;
  try {
    const raw = fromBase64(secret.replaceAll('-', '+').replaceAll('_', '/'));
    const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['decrypt']);
    const bytes = fromBase64(ciphertext);
    const plain = await crypto.subtle.decrypt(
      { name: algorithm, iv: bytes.slice(0, NONCE), additionalData: format },
      key,
      bytes.slice(NONCE),
    );
    const { turns } = JSON.parse(new TextDecoder().decode(plain)) as { turns?: unknown };
    return Array.isArray(turns) ? turns.filter(isTurn).slice(-MAX_TURNS) : undefined;
  } catch {
    return undefined;
  }
}
