/** Ed25519 keys as TUF's metadata describes them. A key's id is a hash of its public part, so it contains no name. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { canonicalize } from '@tufjs/canonical-json';
import { Key } from '@tufjs/models';
import { AppError } from '@slipway/contracts';

/** The length in bytes of an Ed25519 public key, which ends its DER form. */
const LENGTH = 32;

export const sha256 = (bytes: Uint8Array | string) => hash('sha256', bytes, 'hex');

const hashes = new WeakMap<Uint8Array, string>();

/** The same for bytes that were read or made and that nothing changes: the steps of a deploy ask for it several times. */
export function sha256Once(bytes: Uint8Array): string {
  const known = hashes.get(bytes) ?? sha256(bytes);
  hashes.set(bytes, known);
  return known;
}

/** TUF's key id: the hash of the key's canonical JSON. */
export const keyIdOf = (publicKey: string) =>
  sha256(canonicalize({ keytype: 'ed25519', scheme: 'ed25519', keyval: { public: publicKey } }));

/** The key with these 64 hexadecimal digits. @throws `invalid_input` */
export function publicKey(hex: string): Key {
  if (!/^[0-9a-f]{64}$/.test(hex)) {
    throw new AppError(
      'invalid_input',
      `${hex} is not a public key: it must be 64 hexadecimal digits, as slipway trust key prints them`,
    );
  }
  return new Key({ keyID: keyIdOf(hex), keyType: 'ed25519', scheme: 'ed25519', keyVal: { public: hex } });
}

/** Whether a key in metadata is Ed25519 and has the id of its public key: a key with two ids would count twice towards a threshold. */
export const isSound = (key: Key): boolean =>
  key.keyType === 'ed25519' && key.scheme === 'ed25519' && key.keyID === keyIdOf(key.keyVal['public'] ?? '');

/** To parse a public key takes twice as long as to verify with it. */
const parsed = new Map<string, KeyObject>();

function keyObject(hex: string): KeyObject {
  const known = parsed.get(hex);
  if (known) return known;
  const x = Buffer.from(hex, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  parsed.set(hex, key);
  return key;
}

/** Whether a sound key made this signature over the bytes. @throws for a key or a signature that is malformed */
export const matches = (key: Key, bytes: Uint8Array, signature: string): boolean =>
  isSound(key) && verify(null, bytes, keyObject(key.keyVal['public'] ?? ''), Buffer.from(signature, 'hex'));

/** A private key that this process has. */
export interface PrivateKey {
  key: Key;
  sign(bytes: Uint8Array): Buffer;
}

const withSign = (secret: KeyObject): PrivateKey => ({
  key: publicKey(
    createPublicKey(secret).export({ type: 'spki', format: 'der' }).subarray(-LENGTH).toString('hex'),
  ),
  sign: (bytes) => sign(null, bytes, secret),
});

/** `what` names the source for messages. @throws `invalid_input` for anything but an Ed25519 key in PEM */
export function readPrivateKey(pem: string, what: string): PrivateKey {
  try {
    const secret = createPrivateKey(pem);
    if (secret.asymmetricKeyType === 'ed25519') return withSign(secret);
  } catch (cause) {
    throw new AppError(
      'invalid_input',
      `${what} is not a private key in PEM: make one with slipway trust key`,
      {
        cause,
      },
    );
  }
  throw new AppError('invalid_input', `${what} is not an Ed25519 key: make one with slipway trust key`);
}

/** A new private key, as PEM. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The first digits of a key id, enough to tell keys apart. */
export const shortKey = (keyId: string) => keyId.slice(0, 8);
