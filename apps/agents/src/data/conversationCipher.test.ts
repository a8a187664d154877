/** The ciphertext of a shared conversation, and the link that decrypts it (decision 062). */
import { expect, test, vi } from 'vitest';
import { decryptTurns, encryptTurns, isSecret, shareableTurns } from './conversationCipher';
import type { KeptTurn } from './conversations';

const turn = (question: string, answer = 'Yes'): KeptTurn => ({ question, answer, state: 'done' });

test('only the link decrypts a conversation, whose ciphertext contains nothing of it', async () => {
  const turns = [turn('Where is my order? 📦', '**On its way**'), turn('Thanks')];
  const { ciphertext, secret } = await encryptTurns(turns);
  expect(isSecret(secret)).toBe(true);
  expect(atob(ciphertext)).not.toContain('order');
  expect(await decryptTurns(ciphertext, secret)).toEqual(turns);
  const other = await encryptTurns(turns);
  expect(other.ciphertext).not.toBe(ciphertext);
  expect(await decryptTurns(ciphertext, other.secret)).toBeUndefined();
  expect(await decryptTurns(ciphertext, '')).toBeUndefined();
  expect(await decryptTurns(ciphertext, secret.slice(1))).toBeUndefined();
});

test('a changed ciphertext is not decrypted', async () => {
  const { ciphertext, secret } = await encryptTurns([turn('Hi')]);
  const bytes = Uint8Array.from(atob(ciphertext), (character) => character.charCodeAt(0));
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  expect(await decryptTurns(btoa(String.fromCharCode(...bytes)), secret)).toBeUndefined();
});

test('a conversation that is too long loses its oldest messages', async () => {
  const turns = Array.from({ length: 60 }, (_, index) => turn(String(index), '語'.repeat(2_000)));
  const newest = shareableTurns(turns);
  expect(newest.at(-1)).toBe(turns.at(-1));
  expect(newest.length).toBeLessThan(50);
  const { ciphertext } = await encryptTurns(newest);
  expect(atob(ciphertext).length).toBeLessThanOrEqual(163_840);
});

test.each([
  '',
  'x'.repeat(42),
  'x'.repeat(44),
  `${'x'.repeat(42)}=`,
  `${'x'.repeat(42)}+`,
  ` ${'x'.repeat(43)}`,
])('the key of a link is 43 characters of base64url: not “%s”', (text) => {
  expect(isSecret(text)).toBe(false);
  expect(isSecret(`${'x'.repeat(41)}-_`)).toBe(true);
});

test('keys with any bits make links without characters of other base64', async () => {
  for (const byte of [0xff, 0xfb, 0]) {
    const filled = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(byte);
      return bytes;
    });
    const { ciphertext, secret } = await encryptTurns([turn('Hi')]);
    filled.mockRestore();
    expect(isSecret(secret)).toBe(true);
    expect(await decryptTurns(ciphertext, secret)).toEqual([turn('Hi')]);
  }
});

test('no script can read a key that the browser uses', async () => {
  const imported = vi.spyOn(crypto.subtle, 'importKey');
  const { ciphertext, secret } = await encryptTurns([turn('Hi')]);
  expect(await decryptTurns(ciphertext, secret)).toEqual([turn('Hi')]);
  const keys = await Promise.all(imported.mock.results.map(({ value }) => value as Promise<CryptoKey>));
  expect(keys.map(({ extractable, usages }) => [extractable, usages])).toEqual([
    [false, ['encrypt']],
    [false, ['decrypt']],
  ]);
});

test('a conversation that fits is shared whole, up to 50 messages', () => {
  const turns = Array.from({ length: 51 }, (_, index) => turn(String(index)));
  expect(shareableTurns(turns)).toEqual(turns.slice(1));
  expect(shareableTurns(turns.slice(0, 2))).toEqual(turns.slice(0, 2));
  expect(shareableTurns([])).toEqual([]);
  expect(shareableTurns([turn('x'.repeat(163_840))])).toEqual([]);
});

test('the longest conversation that the database stores is shared, and nothing longer', async () => {
  const room = 163_840 - 28 - JSON.stringify({ turns: [turn('')] }).length;
  const longest = [turn('x'.repeat(room))];
  expect(shareableTurns(longest)).toEqual(longest);
  expect(atob((await encryptTurns(longest)).ciphertext)).toHaveLength(163_840);
  expect(shareableTurns([turn('x'.repeat(room + 1))])).toEqual([]);
});

test('a ciphertext of other content is not shown: broken messages are left out, and at most 50 are read', async () => {
  const read = async (content: unknown) => {
    const { ciphertext, secret } = await encryptTurns(content as KeptTurn[]);
    return decryptTurns(ciphertext, secret);
  };
  expect(await read([turn('Hi'), { question: 'x' }, null])).toEqual([turn('Hi')]);
  expect(await read('text')).toBeUndefined();
  expect(await read(null)).toBeUndefined();
  const turns = Array.from({ length: 51 }, (_, index) => turn(String(index)));
  expect(await read(turns)).toEqual(turns.slice(1));
});

test('a ciphertext that is too short or is no base64 is not decrypted', async () => {
  const { secret } = await encryptTurns([turn('Hi')]);
  expect(await decryptTurns('', secret)).toBeUndefined();
  expect(await decryptTurns('*', secret)).toBeUndefined();
});
