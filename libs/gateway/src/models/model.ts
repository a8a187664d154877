/** The interface of a model: it receives a conversation and returns its output in parts. */

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** An agent's configuration for the model. */
export interface Instructions {
  name: string;
  prompt: string;
  /** 0 to 2. */
  temperature: number;
  /** Output tokens. */
  maxTokens: number;
}

/** The model's own count. */
export interface TokenCount {
  input: number;
  output: number;
}

/** Some text, or, after the text, the model's token count. */
export type ModelPart = { text: string } | { tokens: TokenCount };

export interface Model {
  /** Such as `sample`, for logs and responses. */
  readonly name: string;
  /** Stops, on the model's server too, when the signal fires. @throws `ApiProblem` 502, 503, 504 */
  complete(
    instructions: Instructions,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): AsyncIterable<ModelPart>;
}
