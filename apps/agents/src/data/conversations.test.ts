/** Kept conversations: how long, how many and how much of them. */
import { userStorageKey } from '@slipway/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { conversationOf, conversationWith, type KeptTurn, pruneConversations } from './conversations';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const MONTH = 30 * DAY;
const turn = (question: string, answer = ''): KeptTurn => ({ question, answer, state: 'done' });
const keyOf = (agent: string, user = 'ada') => userStorageKey(user, `agents.conversation.${agent}`);
const keep = (key: string, value: unknown) => {
  localStorage.setItem(key, JSON.stringify(value));
};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['30 days', { at: NOW - MONTH, turns: [turn('Hi')] }, [turn('Hi')]],
  ['more than 30 days', { at: NOW - MONTH - 1, turns: [turn('Hi')] }, undefined],
  ['no known time', { at: 'today', turns: [turn('Hi')] }, undefined],
  ['no form', null, undefined],
  ['turns of another form', { at: NOW, turns: 'Hi' }, undefined],
  [
    'a broken turn',
    {
      at: NOW,
      turns: [
        null,
        { ...turn('a'), state: 'pending' },
        { ...turn('b'), answer: 1 },
        { ...turn('c'), question: 1 },
        turn('d'),
      ],
    },
    [turn('d')],
  ],
])('a conversation of %s', (_age, stored, turns) => {
  keep(keyOf('bot'), stored);
  expect(conversationWith('ada', 'bot').get()?.turns).toEqual(turns);
});

test('keeps the newest 50 turns that fit in 100,000 characters, oldest first', () => {
  const many = Array.from({ length: 52 }, (_, index) => turn(String(index)));
  expect(conversationOf({ turns: many })).toEqual({ at: NOW, turns: many.slice(2) });
  const long = [
    turn('old'),
    turn('q'.repeat(50_000)),
    { ...turn('', 'a'.repeat(50_000)), state: 'stopped' as const },
  ];
  expect(conversationOf({ turns: long }).turns).toEqual(long.slice(1));
});

test('prunes to the ten newest of this user, without those that are too old', () => {
  for (let index = 0; index < 12; index += 1)
    keep(keyOf(`a${String(index)}`), { at: NOW - index, turns: [] });
  keep(keyOf('broken'), 'text');
  keep(keyOf('bot', 'other'), { at: NOW - 2 * MONTH, turns: [] });
  pruneConversations('ada');
  const left = Object.keys(localStorage).sort();
  const newest = Array.from({ length: 10 }, (_, index) => keyOf(`a${String(index)}`));
  expect(left).toEqual([...newest, keyOf('bot', 'other')].sort());
});

test('a stopped answer is kept, and a turn that does not fit makes no room for an older one', () => {
  keep(keyOf('bot'), { at: NOW, turns: [{ ...turn('Hi', 'Hel'), state: 'stopped' }] });
  expect(conversationWith('ada', 'bot').get()?.turns).toHaveLength(1);
  const turns = [turn('old'), turn('q'.repeat(100_001)), turn('new')];
  expect(conversationOf({ turns }).turns).toEqual([turn('new')]);
  expect(conversationOf({ turns: [turn('q'.repeat(100_000))] }).turns).toHaveLength(1);
});

test('prunes by age and not by the order in storage, and leaves other values of the user', () => {
  const other = userStorageKey('ada', 'agents.shared-keys');
  keep(other, {});
  keep(keyOf('old'), { at: NOW - MONTH - 1, turns: [] });
  for (let index = 0; index < 12; index += 1)
    keep(keyOf(`a${String(index)}`), { at: NOW - MONTH + index, turns: [] });
  pruneConversations('ada');
  const newest = Array.from({ length: 10 }, (_, index) => keyOf(`a${String(index + 2)}`));
  expect(Object.keys(localStorage).sort()).toEqual([...newest, other].sort());
});

test('prunes what is too old or broken, also of few conversations', () => {
  keep(keyOf('kept'), { at: NOW - MONTH, turns: [] });
  keep(keyOf('old'), { at: NOW - MONTH - 1, turns: [] });
  keep(keyOf('broken'), 'text');
  pruneConversations('ada');
  expect(Object.keys(localStorage)).toEqual([keyOf('kept')]);
});

test('prunes nothing where the browser blocks storage', () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      },
    ),
  );
  expect(() => {
    pruneConversations('ada');
  }).not.toThrow();
});

test('knows how many of its turns the agent still sees; without a valid number, all', () => {
  const turns = ['a', 'b', 'c'].map((question) => turn(question));
  expect(conversationOf({ turns, seen: 2 })).toEqual({ at: NOW, turns, seen: 2 });
  expect(conversationOf({ turns, seen: 3 })).toEqual({ at: NOW, turns });
  for (const [seen, read] of [
    [2, 2],
    [0, 0],
    [3, undefined],
    [-1, undefined],
    ['2', undefined],
  ] as const) {
    keep(keyOf('a1'), { at: NOW, turns, seen });
    expect(conversationWith('ada', 'a1').get()?.seen, String(seen)).toBe(read);
  }
});
