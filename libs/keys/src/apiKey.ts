/**
 * API keys of deployments. The browser generates a key; the gateway checks it.
 * A key is `ak_`, 256 random bits in base62, and a six-character CRC-32 checksum of the preceding characters (the scheme
 * of GitHub's tokens), so that a mistyped or truncated key is detected without a database query.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ak_';
const RANDOM_BYTES = 32;
/** 256 random bits and the 32-bit checksum in base62, padded with zeros. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

/** CRC-32 (IEEE 802.3) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const checksum = (text: string) => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** Generates a key: `ak_` and 49 letters and digits. */
export function newApiKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const random = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  const key = PREFIX + base62(random, RANDOM_LENGTH);
  return key + checksum(key);
}

/** The database's own check. It also accepts keys generated elsewhere, which have no checksum. */
const accepted = /^ak_[A-Za-z0-9]{32,120}$/;

/** Whether text has the format of a key. An early check only: the database decides. */
export const looksLikeApiKey = (text: string): boolean => accepted.test(text);

/** Whether a key ends in its checksum. False for a key that is truncated, mistyped or generated elsewhere. */
export const hasApiKeyChecksum = (key: string): boolean =>
  key.length === PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH &&
  key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
