/**
 * The model that is there without a network or a key: a few rules, so that a deployment answers at once and tests
 * know what it says. It says of itself what it is, and never a word of the agent's prompt.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChatMessage, Instructions, Model } from './model';

const introduction = (name: string) =>
  `I am ${name}, answered by Slipway's sample model: a few rules, not a language model.`;

const MOST_QUOTED = 200;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line;
}

/** The whole answer, the same for the same conversation. */
export function sampleAnswer({ name, prompt }: Instructions, messages: readonly ChatMessage[]): string {
  const asked = messages.filter((message) => message.role === 'user');
  const last = asked.at(-1)?.content ?? '';
  const words = prompt.split(/\s+/).filter(Boolean).length;
  const instructed =
    words > 0
      ? `A real model would follow my instructions (${String(words)} ${words === 1 ? 'word' : 'words'}).`
      : 'I have no instructions yet.';
  if (/^\s*(hi|hello|hey|good (morning|afternoon|evening))\b/i.test(last)) {
    return `Hello! ${introduction(name)} ${instructed}`;
  }
  if (/\bthank(s| you)\b/i.test(last)) return `You are welcome. ${introduction(name)}`;
  const earlier = asked.length > 1 ? ` It is message ${String(asked.length)} of this conversation.` : '';
  const kind = last.trim().endsWith('?') ? 'You asked' : 'You wrote';
  return `${introduction(name)} ${kind}: “${quoted(last)}”${earlier} ${instructed}`;
}

export const sampleModel: Model = {
  name: 'sample',
  async *answer(instructions, messages, signal) {
    // A word is a token here, near enough to hold the agent's limit.
    const words = sampleAnswer(instructions, messages).match(/\S+\s*/g) ?? [];
    for (const word of words.slice(0, instructions.maxTokens)) {
      signal.throwIfAborted();
      yield { text: word };
      await nextTurn();
    }
  },
};
