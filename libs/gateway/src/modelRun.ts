/** One run of the model: the request for it, the events of its output, and its outcome. */
import type { Embedding } from './models/embedding';
import type { ChatMessage, Instructions } from './models/model';
import type { ToolCall, ToolCallPart } from './models/toolCalls';
import type { CallTokens } from './tokens';
import type { ApprovalRequest } from './tools/approvals';
import type { ToolRun } from './tools/toolRunner';
import type { CallWithTools } from './tools/toolRounds';

/** The totals that complete a response. */
export interface CompletionEnd {
  tokens: CallTokens;
  /** US dollars; undefined if nothing is billed. */
  cost: number | undefined;
  /** Why the output ended, as OpenAI names it: `stop`, `length`, `content_filter`, `tool_calls`. */
  finishReason: string;
  /** Set when tools of the agent wait for the caller's approval; the output ends there. */
  approval?: ApprovalRequest | undefined;
}

export type OutputPart = { text: string } | { toolCalls: ToolCallPart[] };
export type CompletionEvent = OutputPart | { toolRun: ToolRun } | { end: CompletionEnd };

/** The result of a call, as the database records it. */
export interface CallOutcome {
  /** HTTP status; 499: the caller disconnected. */
  status: number;
  latency_ms: number;
  input_tokens: number;
  output_tokens: number;
  is_charged: boolean;
  /** The model that was asked last; undefined when none was. */
  model?: string;
  /** The tokens of each model, if several responded, such as a fallback model in one of several rounds. */
  models?: ModelTokens[];
}

export interface ModelTokens {
  model: string;
  input_tokens: number;
  output_tokens: number;
}

export interface ModelRun {
  /** The call's id. */
  id: string;
  operation: 'call' | 'preview';
  deployment?: string;
  instructions: Instructions;
  messages: readonly ChatMessage[];
  headers: Headers;
  /** Fires when the caller disconnects. */
  signal: AbortSignal;
  /** Whether the caller receives the output while it is generated. */
  isStream: boolean;
  /** Texts to turn into vectors, instead of a conversation. The output is one text: see `embeddingParts`. */
  embedding?: Embedding | undefined;
  /** The agent's tools, which the gateway runs. */
  tools?: CallWithTools | undefined;
  /** Records the outcome and returns its cost. Idempotent. Without it nothing is recorded. */
  record?: (outcome: CallOutcome, reply: Reply) => Promise<number>;
  /** Receives the tokens of a preview, however it ends. */
  settle?: (tokens: CallTokens) => Promise<void>;
  /** For the log: who sent the request. */
  caller?: { user: string | null; address: string };
}

/** The complete output, as a repeated call receives it. */
export interface Reply {
  text: string;
  /** Undefined without any. */
  toolCalls?: ToolCall[] | undefined;
  tokens: CallTokens;
  finishReason: string;
  approval?: ApprovalRequest | undefined;
}
