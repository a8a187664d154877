/**
 * Conversations that the user asked to keep (decision 053). Source: local storage of this browser. They are never sent
 * to the database, and signing out deletes them.
 */
import { userStorageKey } from '@slipway/session';
import { createStoredValue, json, type StoredValue } from '@slipway/state';

/** A message and its complete or stopped answer. */
export interface KeptTurn {
  question: string;
  answer: string;
  state: 'done' | 'stopped';
}

export interface KeptConversation {
  /** When it was last opened or continued, in milliseconds since 1970. */
  at: number;
  /** Oldest first. */
  turns: readonly KeptTurn[];
  /** How many of the newest turns the agent still sees; undefined: all. */
  seen?: number;
}

const DAY = 86_400_000;
/** A conversation that is not opened for this long is deleted. */
const MAX_AGE = 30 * DAY;
/** Local storage has about five million characters for the whole app. */
const MAX_CHARACTERS = 100_000;
const MAX_TURNS = 50;
const MAX_CONVERSATIONS = 10;

export const isTurn = (value: unknown): value is KeptTurn => {
  const { question, answer, state } = (value ?? {}) as Partial<KeptTurn>;
  return (
    typeof question === 'string' && typeof answer === 'string' && (state === 'done' || state === 'stopped')
  );
};

const withSeen = (turns: readonly KeptTurn[], seen: unknown) => ({
  turns,
  ...(typeof seen === 'number' && seen >= 0 && seen < turns.length ? { seen: Math.floor(seen) } : {}),
});

/** Undefined if there is no conversation, or if it was kept for too long. */
const parse = (value: unknown): KeptConversation | undefined => {
  const { at, turns, seen } = (value ?? {}) as Partial<KeptConversation>;
  if (typeof at !== 'number' || !Array.isArray(turns) || at < Date.now() - MAX_AGE) return undefined;
  return { at, ...withSeen(turns.filter(isTurn), seen) };
};

const format = json(parse);
const prefixOf = (userId: string) => userStorageKey(userId, 'agents.conversation.');

export const conversationWith = (
  userId: string,
  agentId: string,
): StoredValue<KeptConversation | undefined> =>
  createStoredValue(() => localStorage, prefixOf(userId) + agentId, format);

/** The newest turns that fit. */
function newestOf(turns: readonly KeptTurn[]): KeptTurn[] {
  let left = MAX_CHARACTERS;
  return turns
    .slice(-MAX_TURNS)
    .toReversed()
    .filter(({ question, answer }) => (left -= question.length + answer.length) >= 0)
    .toReversed();
}

export const conversationOf = ({ turns, seen }: Omit<KeptConversation, 'at'>): KeptConversation => ({
  at: Date.now(),
  ...withSeen(newestOf(turns), seen),
});

/** Deletes conversations that are too old, and the oldest of too many. */
export function pruneConversations(userId: string): void {
  try {
    const kept = Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .map((key) => ({ key, at: format.read(localStorage.getItem(key))?.at ?? 0 }))
      .sort((one, other) => other.at - one.at);
    for (const [index, { key, at }] of kept.entries()) {
      if (at === 0 || index >= MAX_CONVERSATIONS) localStorage.removeItem(key);
    }
  } catch {
    // The browser blocks storage: there is nothing to delete.
  }
}
