/** The interface of a model: it receives a conversation and returns its output in parts. */
import type { ToolCall, ToolCallPart } from './toolCalls';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Tells participants with one role apart. */
  name?: string;
  /** In an assistant message: the tools that the model asked for. */
  toolCalls?: ToolCall[];
  /** In a tool message: the call whose result it is. */
  toolCallId?: string;
}

/** Parameters of one call, passed on to the model as the caller sent them. */
export interface Sampling {
  topP?: number;
  stop?: string[];
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  /** Identifies the caller's end user to the model's provider. */
  user?: string;
  /** Whether the output must be a JSON object. */
  isJson?: boolean;
  /** The JSON schema that the output must match, as in OpenAI's `response_format`. */
  jsonSchema?: object;
  /** Functions that the model may ask the caller to run, as in OpenAI's `tools`. */
  tools?: object[];
  toolChoice?: string | object;
  parallelToolCalls?: boolean;
}

/** An agent's configuration for the model, and the parameters of the call. */
export interface Instructions {
  name: string;
  prompt: string;
  /** 0 to 2. */
  temperature: number;
  /** Output tokens. */
  maxTokens: number;
  sampling?: Sampling;
}

/** The model's own count. */
export interface TokenCount {
  input: number;
  output: number;
}

/** A model that failed, and its substitute. */
export interface Failover {
  from: string;
  to: string;
  cause: unknown;
}

/**
 * Some text, or, after the text, why it ended and the model's token count. Reasons are OpenAI's: `stop`, `length`,
 * `content_filter`, `tool_calls`. Before the text, a part for each model that failed.
 */
export type ModelPart =
  | { failover: Failover }
  | { text: string }
  | { toolCalls: ToolCallPart[] }
  | { finishReason: string }
  | { tokens: TokenCount };

/** Texts as vectors, in the order of the texts. */
export interface Embedded {
  vectors: number[][];
  /** Tokens of the texts, by the model's own count; undefined when it sends none. */
  tokens: number | undefined;
}

/** A model that turns texts into vectors. */
export interface EmbeddingModel {
  /** Such as `text-embedding-3-small`. */
  readonly name: string;
  /** `dimensions` is the length of the vectors, for models that offer several. @throws `ApiProblem` 502, 503, 504 */
  embed(texts: readonly string[], dimensions: number | undefined, signal: AbortSignal): Promise<Embedded>;
}

export interface Model {
  /** Such as `sample`, for logs and responses. */
  readonly name: string;
  /** Whether it supports tools and JSON schemas. */
  readonly hasTools?: boolean;
  /** Undefined where the installation has no model for embeddings. */
  readonly embeddings?: EmbeddingModel | undefined;
  /** Stops, on the model's server too, when the signal fires. @throws `ApiProblem` 502, 503, 504 */
  complete(
    instructions: Instructions,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): AsyncIterable<ModelPart>;
}
