/** The tokens of a call: the model's count, or an estimate that every response marks as one. */
import { estimateTokenCount } from 'tokenx';
import type { ChatMessage, TokenCount } from './models/model';

export interface CallTokens extends TokenCount {
  /** True where the model returned no count. */
  isEstimate: boolean;
}

/** Tokens of a message's role and framing, as OpenAI documents them. */
const MESSAGE_OVERHEAD = 4;

export function tokensOf(
  counted: TokenCount | undefined,
  { prompt, messages, completion }: { prompt: string; messages: readonly ChatMessage[]; completion: string },
): CallTokens {
  if (counted) return { ...counted, isEstimate: false };
  const texts = [...(prompt ? [prompt] : []), ...messages.map(({ content }) => content)];
  return {
    input: texts.reduce((sum, text) => sum + estimateTokenCount(text) + MESSAGE_OVERHEAD, 0),
    output: estimateTokenCount(completion),
    isEstimate: true,
  };
}
