/** The ciphertext of a shared conversation, and the link that decrypts it (decision 062). */
import { expect, test } from 'vitest';
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
