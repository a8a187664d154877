/**
 * A model without a network or a key: a few rules, so that a new installation works and tests are deterministic. Its
 * output identifies it as a sample, and never contains the agent's prompt.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChatMessage, Instructions, Model } from './model';

const introduction = (name: string) =>
  `I am ${name}, running on Slipway's sample model: a few rules, not a language model.`;

const MAX_QUOTED = 200;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line;
}

/** The complete output, always the same for one conversation. */
export function sampleCompletion({ name, prompt }: Instructions, messages: readonly ChatMessage[]): string {
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
  const earlier = asked.length > 1 ? ` This is message ${String(asked.length)} of the conversation.` : '';
  const kind = last.trim().endsWith('?') ? 'You asked' : 'You wrote';
  return `${introduction(name)} ${kind}: “${quoted(last)}”${earlier} ${instructed}`;
}

/** The text before the first stop sequence. */
const untilStop = (text: string, stop: readonly string[] = []) =>
  stop.reduce((cut, sequence) => cut.split(sequence)[0] ?? cut, text);

/** Its output is fixed, so it honors a seed, a temperature and penalties as they are. */
export const sampleModel: Model = {
  name: 'sample',
  async *complete(instructions, messages, signal) {
    const { maxTokens, sampling = {} } = instructions;
    const complete = sampleCompletion(instructions, messages);
    const text = untilStop(sampling.isJson ? JSON.stringify({ reply: complete }) : complete, sampling.stop);
    // One word counts as one token, which is close enough to apply the agent's limit.
    const words = text.match(/\S+\s*/g) ?? [];
    for (const word of words.slice(0, maxTokens)) {
      signal.throwIfAborted();
      yield { text: word };
      await nextTurn();
    }
    yield { finishReason: words.length > maxTokens ? 'length' : 'stop' };
  },
};
