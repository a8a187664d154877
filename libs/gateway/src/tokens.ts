/** Tokens of a call: as the model counted them, or else an estimate, which every answer names as one. */
import { estimateTokenCount } from 'tokenx';
import type { ChatMessage, TokenCount } from './models/model';

export interface CallTokens extends TokenCount {
  /** True where the model counted nothing. */
  isEstimate: boolean;
}

/** What the roles and the frame of a message come to, in OpenAI's own account of it. */
const OF_A_MESSAGE = 4;

export function tokensOf(
  counted: TokenCount | undefined,
  { prompt, messages, answer }: { prompt: string; messages: readonly ChatMessage[]; answer: string },
): CallTokens {
  if (counted) return { ...counted, isEstimate: false };
  const said = [...(prompt ? [prompt] : []), ...messages.map(({ content }) => content)];
  return {
    input: said.reduce((sum, text) => sum + estimateTokenCount(text) + OF_A_MESSAGE, 0),
    output: estimateTokenCount(answer),
    isEstimate: true,
  };
}
