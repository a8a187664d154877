/** Stored replies: only the key that made a call opens it, for that call, and only unaltered. */
import { expect, test } from 'vitest';
import { openReply, sealReply } from './replyCipher';
import type { Reply } from './modelRun';

const KEY = `ak_${'k'.repeat(40)}`;
const plain: Reply = {
  ...{ text: 'Grüße', finishReason: 'tool_calls', tokens: { input: 1, output: 2, isEstimate: true } },
};
const reply: Reply = {
  ...plain,
  toolCalls: [{ id: 't1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  approval: {
    ...{ token: 'secret', expires_at: '2026-01-01T00:15:00Z' },
    calls: [{ id: 't2', name: 'g', server: 's', arguments: '{}', arguments_hash: 'h' }],
  },
};
const seal = (given: Reply = reply) => sealReply(given, KEY, 'call-1') ?? '';

test('a reply is opened with the key and the call that sealed it', () => {
  expect(openReply(seal(), KEY, 'call-1')).toEqual(reply);
  expect(openReply(seal(plain), KEY, 'call-1')).toEqual(plain);
});

test('is not readable, and never sealed alike', () => {
  expect(Buffer.from(seal(), 'base64').toString()).not.toContain('secret');
  expect(seal()).not.toBe(seal());
});

test.each([
  ['another key', `ak_${'x'.repeat(40)}`, 'call-1'],
  ['another call', KEY, 'call-2'],
])('is not opened for %s', (_name, key, call) => {
  expect(openReply(seal(), key, call)).toBeUndefined();
});

test.each([0, 12, -1])('is not opened when the byte at %i was altered', (index) => {
  const bytes = Buffer.from(seal(), 'base64');
  const at = index < 0 ? bytes.length + index : index;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  expect(openReply(bytes.toString('base64'), KEY, 'call-1')).toBeUndefined();
});

test.each(['', 'nonsense'])('is not opened when it is “%s”', (sealed) => {
  expect(openReply(sealed, KEY, 'call-1')).toBeUndefined();
});

test('is not opened when an earlier version sealed something else', () => {
  const other = { text: 'only' } as unknown as Reply;
  expect(openReply(seal(other), KEY, 'call-1')).toBeUndefined();
});

test('is stored up to 400,000 characters', () => {
  const lengthOf = (characters: number) =>
    sealReply({ ...reply, text: 'x'.repeat(characters) }, KEY, 'call-1')?.length;
  const most = 299_600;
  const length = lengthOf(most) ?? 0;
  const spare = ((400_000 - length) / 4) * 3;
  expect(lengthOf(most + spare)).toBe(400_000);
  expect(lengthOf(most + spare + 3)).toBeUndefined();
});
