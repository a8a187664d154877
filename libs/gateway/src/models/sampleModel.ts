/**
 * A model without a network or a key: a few rules, so that a new installation works and tests are deterministic. Its
 * output identifies it as a sample, and never contains the agent's prompt.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChatMessage, Instructions, Model } from './model';
import { partsOf, type ToolCall } from './toolCalls';

const introduction = (name: string) =>
  `I am ${name}, running on Slipway's sample model: a few rules, not a language model.`;

const MAX_QUOTED = 200;
/** Words that are sent at once. */
const TURN = 8;

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

interface ToolDefinition {
  function?: { name?: string };
}

/** `Use search {"text": "x"}` calls a tool, so that tools can be tried without a language model. */
function requestedTool(text: string, tools: readonly object[] = []): ToolCall | undefined {
  const [, name = '', given = '{}'] = /^\s*use ([\w-]+)\s*(\{.*\})?\s*$/is.exec(text) ?? [];
  if (!tools.some((tool) => (tool as ToolDefinition).function?.name === name)) return undefined;
  return { id: `call_${randomUUID()}`, type: 'function', function: { name, arguments: given } };
}

/** The text before the first stop sequence. */
const untilStop = (text: string, stop: readonly string[] = []) =>
  stop.reduce((cut, sequence) => cut.split(sequence)[0] ?? cut, text);

/** Its output is fixed, so it honors a seed, a temperature and penalties as they are. */
export const sampleModel: Model = {
  name: 'sample',
  async *complete(instructions, messages, signal) {
    const { maxTokens, sampling = {} } = instructions;
    const last = messages.at(-1);
    const call = last?.role === 'user' ? requestedTool(last.content, sampling.tools) : undefined;
    if (call) {
      yield { toolCalls: partsOf([call]) };
      yield { finishReason: 'tool_calls' };
      return;
    }
    const complete =
      last?.role === 'tool' ? `The tool returned: ${last.content}` : sampleCompletion(instructions, messages);
    const text = untilStop(sampling.isJson ? JSON.stringify({ reply: complete }) : complete, sampling.stop);
    // One word counts as one token, which is close enough to apply the agent's limit.
    const words = text.match(/\S+\s*/g) ?? [];
    for (const [index, word] of words.slice(0, maxTokens).entries()) {
      signal.throwIfAborted();
      yield { text: word };
      // Lets other requests run, and notices an abort.
      if (index % TURN === TURN - 1) await nextTurn();
    }
    yield { finishReason: words.length > maxTokens ? 'length' : 'stop' };
  },
};
