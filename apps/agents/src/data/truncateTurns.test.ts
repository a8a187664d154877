import { MAX_MESSAGES, MAX_PREVIEW_SIZE } from '@slipway/contracts';
import { expect, test } from 'vitest';
import { bodyOf, type Message } from './preview';
import { truncateTurns } from './truncateTurns';

type Turn = readonly [question: string, answer: string];

const messagesOf = ([question, answer]: Turn): Message[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
];
const question: Message = { role: 'user', content: 'Next?' };
const body = (turns: readonly Turn[]) =>
  bodyOf({
    trial: { name: 'Helper', agentId: 'a1' },
    messages: [...turns.flatMap(messagesOf), question],
  });
const sizeOf = (turns: readonly Turn[]) => Buffer.byteLength(JSON.stringify(body(turns)));
const fitting = (turns: readonly Turn[], isVisitor = true) =>
  truncateTurns(turns, body([]), isVisitor, messagesOf);

/** With characters that JSON escapes, and others of several bytes. */
const turn = (length: number): Turn => ['Why?', '"é\n€🙂'.repeat(length).slice(0, length)];
const turns = (count: number, length = 300) => Array.from({ length: count }, () => turn(length));

test('a short conversation fits, and an empty one', () => {
  expect(fitting(turns(3))).toHaveLength(3);
  expect(fitting([])).toEqual([]);
});

test('the newest turns are sent to the last byte, each whole', () => {
  for (const length of [100, 301, 302, 303, 304]) {
    const all = turns(60, length);
    const kept = fitting(all);
    expect(kept).toEqual(all.slice(-kept.length));
    expect(sizeOf(kept)).toBeLessThanOrEqual(MAX_PREVIEW_SIZE.visitor);
    expect(sizeOf(all.slice(-kept.length - 1))).toBeGreaterThan(MAX_PREVIEW_SIZE.visitor);
  }
});

test('a turn that does not fit also ends what is before it', () => {
  const [small, large] = [turn(10), turn(9_000)];
  expect(fitting([small, large, small])).toEqual([small]);
  expect(fitting([large])).toEqual([]);
});

test('a user has room for more, and for decisions about tools', () => {
  const kept = fitting(turns(200), false);
  expect(sizeOf(kept)).toBeLessThanOrEqual(MAX_PREVIEW_SIZE.user - 4096);
  expect(sizeOf([turn(300), ...kept])).toBeGreaterThan(MAX_PREVIEW_SIZE.user - 4096);
});

test('the messages of a request are counted, the new one too', () => {
  expect(fitting(turns(150, 1), false)).toHaveLength((MAX_MESSAGES - 2) / 2);
});
