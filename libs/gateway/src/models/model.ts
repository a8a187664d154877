/** What every model looks like to the gateway: asked with a conversation, it answers in parts. */

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Who answers: what an agent is called and told. */
export interface Instructions {
  name: string;
  prompt: string;
  /** 0 to 2. */
  temperature: number;
  /** Of the answer, at most. */
  maxTokens: number;
}

/** As the model counted them. */
export interface TokenCount {
  input: number;
  output: number;
}

/** Some text, or at the end what the model counted. */
export type ModelPart = { text: string } | { tokens: TokenCount };

export interface Model {
  /** Such as `sample`, for logs and answers. */
  readonly name: string;
  /** Stops, also on the far side, when the signal fires. @throws `Problem` 502, 503, 504 */
  answer(
    instructions: Instructions,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): AsyncIterable<ModelPart>;
}
