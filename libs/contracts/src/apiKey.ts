/**
 * Keys of deployments, and where a deployment answers. A browser makes a key; the gateway reads it.
 * A key is `ak_`, 256 random bits in base62, and six characters of checksum over what precedes them (CRC-32, as
 * GitHub's tokens have it), so that a mistyped or cut key is known without asking anybody.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ak_';
const RANDOM_BYTES = 32;
/** Of 256 bits and of 32 in base62, with leading zeros. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

/** CRC-32 (IEEE 802.3) of a text of ASCII characters. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const checksum = (text: string) => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** A new key, such as `ak_` and 49 letters and digits. */
export function newApiKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const random = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  const key = PREFIX + base62(random, RANDOM_LENGTH);
  return key + checksum(key);
}

/** What the database takes for a key. One made elsewhere has no checksum of ours. */
const accepted = /^ak_[A-Za-z0-9]{32,120}$/;

/** Whether a text can be a key at all: an early hint, the database decides. */
export const looksLikeApiKey = (text: string): boolean => accepted.test(text);

/** Whether a key ends in the checksum that `newApiKey` writes. False for a key cut, mistyped, or made elsewhere. */
export const hasApiKeyChecksum = (key: string): boolean =>
  key.length === PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH &&
  key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));

/** The end of a deployment's address: its name in lower case, one hyphen for each character but letters and digits. */
export const endpointSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '-');
