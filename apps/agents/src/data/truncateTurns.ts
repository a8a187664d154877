/**
 * The newest turns of a conversation that fit into a request. The gateway rejects a longer one, whatever its newest
 * message.
 */
import { MAX_MESSAGES, MAX_PREVIEW_SIZE } from '@slipway/contracts';
import type { Message } from './preview';

/** Bytes that a decision about tools adds to the same request: up to eight calls. */
const DECISION_SIZE = 4096;

/** The bytes of a value as JSON. */
const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * The newest turns whose messages fit into a request, all of each turn. `request` is the body with the new message only.
 * The gateway also limits tokens, which it estimates by itself.
 */
export function truncateTurns<Turn>(
  turns: readonly Turn[],
  request: object,
  isVisitor: boolean,
  messagesOf: (turn: Turn) => readonly Message[],
): readonly Turn[] {
  let bytes =
    (isVisitor ? MAX_PREVIEW_SIZE.visitor : MAX_PREVIEW_SIZE.user - DECISION_SIZE) - sizeOf(request);
  let count = MAX_MESSAGES - 1;
  const overflow = turns.findLastIndex((turn) => {
    const messages = messagesOf(turn);
    count -= messages.length;
    // Each message is followed by a comma; an empty list is two brackets.
    if (messages.length > 0) bytes -= sizeOf(messages) - 1;
    return bytes < 0 || count < 0;
  });
  return turns.slice(overflow + 1);
}
