/** Keys come from a file, a variable or a command; every other input is rejected with what to do. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicKey, verify } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { newPrivateKey, readPrivateKey } from './keys';
import { writePrivate } from './pins';
import { keysFolder, signerFrom } from './signer';

const home = mkdtempSync(join(tmpdir(), 'slipway-signer-'));
const pem = newPrivateKey();
const file = join(home, 'key.pem');
writeFileSync(file, pem);
const { key } = readPrivateKey(pem, 'test');
const publicHex = key.keyVal['public'] ?? '';
const bytes = Buffer.from('to be signed');
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** A program that signs like a KMS: bytes on standard input, the signature on standard output. */
const program = join(home, 'sign.mjs');
writeFileSync(
  program,
  `import { sign } from 'node:crypto'; import { readFileSync } from 'node:fs';
process.stdout.write(sign(null, readFileSync(0), readFileSync(${JSON.stringify(file)}, 'utf8')).toString(process.argv[2]));`,
);
const command = (encoding: string) => ({
  SLIPWAY_SIGNING_COMMAND: `"${process.execPath}" "${program}" ${encoding}`,
  SLIPWAY_SIGNING_COMMAND_KEY: publicHex,
});

it.each<[string, NodeJS.ProcessEnv]>([
  ['a file', { SLIPWAY_SIGNING_KEY_FILE: file }],
  ['a variable', { SLIPWAY_SIGNING_KEY: pem }],
  ['a variable with escaped line ends', { SLIPWAY_SIGNING_KEY: pem.replaceAll('\n', '\\n') }],
  ['a command that prints hexadecimal', command('hex')],
  ['a command that prints Base64', command('base64')],
])('signs with a key from %s', async (_source, env) => {
  const signer = signerFrom(env, home);
  expect(signer.keyIds).toEqual([key.keyID]);
  const [signature] = await signer.sign(bytes);
  expect(verify(null, bytes, createPublicKey(pem), Buffer.from(signature?.sig ?? '', 'hex'))).toBe(true);
  expect(await signer.sign(bytes, ['another key'])).toEqual([]);
});

it('uses the keys in the home folder without a variable, which only their user can read', () => {
  expect(signerFrom({}, home).keyIds).toEqual([]);
  const stored = join(keysFolder(home), 'mine.pem');
  writePrivate(stored, pem, 'once');
  writePrivate(stored, newPrivateKey(), 'once'); // another process was first
  expect(signerFrom({}, home).keyIds).toEqual([key.keyID]);
  expect(statSync(stored).mode & 0o777).toBe(0o600);
});

it.each<[string, NodeJS.ProcessEnv, RegExp]>([
  [
    'a missing file',
    { SLIPWAY_SIGNING_KEY_FILE: '/nowhere.pem' },
    /nowhere\.pem cannot be read: correct SLIPWAY_SIGNING_KEY_FILE/,
  ],
  [
    'text that is no key',
    { SLIPWAY_SIGNING_KEY: 'secret' },
    /SLIPWAY_SIGNING_KEY is not a private key in PEM: make one with slipway trust key/,
  ],
  [
    'a command without its public key',
    { SLIPWAY_SIGNING_COMMAND: 'true' },
    /SLIPWAY_SIGNING_COMMAND_KEY is not set/,
  ],
  [
    'a public key of another form',
    { SLIPWAY_SIGNING_COMMAND: 'true', SLIPWAY_SIGNING_COMMAND_KEY: 'AB' },
    /AB is not a public key/,
  ],
])('rejects %s', (_what, env, message) => {
  expect(() => signerFrom(env, home)).toThrow(message);
});

it.each([
  ['exit 3', /failed with exit code 3/],
  ['echo hello', /printed no Ed25519 signature \(64 bytes\)/],
])('reports that the command `%s` did not sign', async (failing, message) => {
  const signer = signerFrom({ ...command('hex'), SLIPWAY_SIGNING_COMMAND: failing }, home);
  await expect(signer.sign(bytes)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(message) as string,
  });
});
