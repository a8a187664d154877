/** The tokens of a call: the model's count, or an estimate that every response marks as one. */
import { LRUCache } from 'lru-cache';
import { estimateTokenCount } from 'tokenx';
import { ApiProblem } from './apiProblem';
import type { ChatMessage, Sampling, TokenCount } from './models/model';

/** Estimates of agents' prompts, which are the same in every call. */
const prompts = new LRUCache<string, number>({
  max: 1_000,
  memoMethod: (prompt) => estimateTokenCount(prompt),
});

export interface CallTokens extends TokenCount {
  /** True if the model returned no count. */
  isEstimate: boolean;
}

/** Tokens of a message's role and framing, as OpenAI documents them. */
const MESSAGE_OVERHEAD = 4;

/** Input tokens that one message of the quota pays for, without the agent's prompt. */
export const MAX_INPUT_TOKENS = 32_000;

/** Characters. A longer text exceeds `MAX_INPUT_TOKENS` in any language, and estimating it would take long. */
const CERTAINLY_TOO_LONG = MAX_INPUT_TOKENS * 10;

/** An estimate is at most two tokens for a character (some symbols), so a short text needs none. */
const MOST_TOKENS_OF_CHARACTER = 2;

/** The estimated input tokens of a conversation. */
export const estimateInput = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokenCount(text) + MESSAGE_OVERHEAD, 0);

/** The texts of a conversation that cost tokens: its messages, and the arguments of tools that the model asked for. */
const textsOf = (messages: readonly ChatMessage[]): string[] =>
  messages.flatMap(({ content, toolCalls = [] }) => [
    content,
    ...toolCalls.map((call) => call.function.name + call.function.arguments),
  ]);

/** @throws `ApiProblem` 400 for a conversation that is more than one message of the quota pays for */
export function assertWithinMessage(
  messages: readonly ChatMessage[],
  sampling: Sampling = {},
  at: 'messages' | 'input' = 'messages',
): void {
  const { tools, jsonSchema } = sampling;
  const definitions = [tools, jsonSchema].filter((one) => one !== undefined);
  const texts = [...textsOf(messages), ...definitions.map((one) => JSON.stringify(one))];
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters * MOST_TOKENS_OF_CHARACTER + texts.length * MESSAGE_OVERHEAD <= MAX_INPUT_TOKENS) return;
  if (characters <= CERTAINLY_TOO_LONG && estimateInput(texts) <= MAX_INPUT_TOKENS) return;
  throw new ApiProblem(
    400,
    `${at} must have up to ${MAX_INPUT_TOKENS.toLocaleString('en')} tokens. ` +
      (at === 'messages' ? 'Send a shorter conversation' : 'Send fewer or shorter texts'),
    { at, code: 'context_length_exceeded' },
  );
}

export function tokensOf(
  counted: (TokenCount & { isEstimate?: boolean }) | undefined,
  { prompt, messages, completion }: { prompt: string; messages: readonly ChatMessage[]; completion: string },
): CallTokens {
  if (counted) return { isEstimate: false, ...counted };
  return {
    input: estimateInput(textsOf(messages)) + (prompt ? prompts.memo(prompt) + MESSAGE_OVERHEAD : 0),
    output: estimateTokenCount(completion),
    isEstimate: true,
  };
}
