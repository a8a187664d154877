/** Signs bytes with the keys that this process can use: from files, from a variable, or through a command. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Key, Signature } from '@tufjs/models';
import { AppError } from '@slipway/contracts';
import { readError } from '../store/folderError';
import { type PrivateKey, publicKey, readPrivateKey } from './keys';

export interface Signer {
  /** The ids of the keys it can sign with. */
  keyIds: readonly string[];
  /** Their public parts, in the same order. */
  keys: readonly Key[];
  /** One signature by each of `keyIds` that it has; by all its keys without them. @throws `unavailable` when a command fails */
  sign(bytes: Uint8Array, keyIds?: readonly string[]): Promise<Signature[]>;
}

interface SigningKey {
  key: Key;
  sign(bytes: Uint8Array): Buffer | Promise<Buffer>;
}

/** Bytes of an Ed25519 signature. */
const SIGNATURE_LENGTH = 64;

export const keysFolder = (home: string) => join(home, 'trust', 'keys');

export function signerOf(keys: readonly SigningKey[]): Signer {
  const unique = [...new Map(keys.map((one) => [one.key.keyID, one])).values()];
  return {
    keyIds: unique.map(({ key }) => key.keyID),
    keys: unique.map(({ key }) => key),
    sign: (bytes, keyIds) =>
      Promise.all(
        unique
          .filter(({ key }) => keyIds?.includes(key.keyID) ?? true)
          .map(async ({ key, sign }) => {
            const signature = await sign(bytes);
            return new Signature({ keyID: key.keyID, sig: signature.toString('hex') });
          }),
      ),
  };
}

const fileKey = (path: string): PrivateKey => {
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError(
      'not_found',
      `The signing key ${path} cannot be read: correct SLIPWAY_SIGNING_KEY_FILE`,
      {
        cause,
      },
    );
  }
  return readPrivateKey(pem, path);
};

/** Runs a command that reads the bytes from its standard input and prints the signature, in hexadecimal or Base64. */
const commandKey = (command: string, hex: string): SigningKey => ({
  key: publicKey(hex),
  sign: (bytes) =>
    new Promise((done, fail) => {
      const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
      const chunks: Buffer[] = [];
      const reject = (reason: string) => {
        fail(new AppError('unavailable', `SLIPWAY_SIGNING_COMMAND ${reason}: ${command}`));
      };
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stdin.on('error', () => undefined); // a command that ends early is reported by its exit code
      child.on('error', () => {
        reject('cannot be started');
      });
      child.on('close', (code) => {
        const text = Buffer.concat(chunks).toString().trim();
        const signature = Buffer.from(text, /^[0-9a-f]+$/i.test(text) ? 'hex' : 'base64');
        if (code !== 0) reject(`failed with exit code ${String(code)}`);
        else if (signature.length !== SIGNATURE_LENGTH) reject('printed no Ed25519 signature (64 bytes)');
        else done(signature);
      });
      child.stdin.end(bytes);
    }),
});

function commandKeys(env: NodeJS.ProcessEnv): SigningKey[] {
  const command = env['SLIPWAY_SIGNING_COMMAND'];
  if (!command) return [];
  const key = env['SLIPWAY_SIGNING_COMMAND_KEY'];
  if (!key) {
    throw new AppError(
      'invalid_input',
      'SLIPWAY_SIGNING_COMMAND_KEY is not set: it must be the public key of SLIPWAY_SIGNING_COMMAND, 64 hexadecimal digits',
    );
  }
  return [commandKey(command, key.trim())];
}

const homeKeys = (home: string): PrivateKey[] => {
  const folder = keysFolder(home);
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.pem'));
    return files.map((file) => fileKey(join(folder, file)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw readError(error);
  }
};

/** The variables that name signing keys. */
export const signingVariables = [
  'SLIPWAY_SIGNING_KEY',
  'SLIPWAY_SIGNING_KEY_FILE',
  'SLIPWAY_SIGNING_COMMAND',
  'SLIPWAY_SIGNING_COMMAND_KEY',
] as const;

/**
 * Reads `SLIPWAY_SIGNING_KEY` (PEM), `SLIPWAY_SIGNING_KEY_FILE` (paths), and `SLIPWAY_SIGNING_COMMAND` with
 * `SLIPWAY_SIGNING_COMMAND_KEY`. Undefined without any of them. @throws `invalid_input`, `not_found`
 */
export function namedSigner(env: NodeJS.ProcessEnv): Signer | undefined {
  const pem = env['SLIPWAY_SIGNING_KEY'];
  const files = (env['SLIPWAY_SIGNING_KEY_FILE'] ?? '').split(delimiter).filter(Boolean);
  const named = [
    ...(pem ? [readPrivateKey(pem.replaceAll('\\n', '\n'), 'SLIPWAY_SIGNING_KEY')] : []),
    ...files.map((file) => fileKey(resolve(file))),
    ...commandKeys(env),
  ];
  return named.length > 0 ? signerOf(named) : undefined;
}

/** The named keys; without any, the keys in the home folder. @throws `invalid_input`, `not_found` */
export const signerFrom = (env: NodeJS.ProcessEnv, home: string): Signer =>
  namedSigner(env) ?? signerOf(homeKeys(home));
