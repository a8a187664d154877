/**
 * Runs the model for one call, from the first text to the billing record. The newest part of the output is held back
 * until the next one arrives, and the last part until the call is recorded: no caller receives a complete response that
 * was not counted. A failed call is free unless its caller received part of its output; a call that its caller aborts
 * after the first output costs as much as a complete one. One file, because these guarantees depend on each other.
 */
import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { ApiProblem, clientDisconnected } from './apiProblem';
import { limitedSignal } from './limitedSignal';
import { type Embedding, embeddingParts } from './models/embedding';
import type { ChatMessage, Instructions, Model, ModelPart, TokenCount } from './models/model';
import { addToolCallParts, outputText, partsOf, type ToolCall, type ToolCallPart } from './models/toolCalls';
import type { CallTrace, Telemetry } from './telemetry';
import type { ApprovalRequest } from './tools/approvals';
import { type CallWithTools, completeWithTools, type RoundPart } from './tools/toolRounds';
import type { ToolRun, ToolRunnerOptions } from './tools/toolRunner';
import { type CallTokens, tokensOf } from './tokens';

/** The totals that complete a response. */
export interface CompletionEnd {
  tokens: CallTokens;
  /** US dollars; undefined where nothing is billed. */
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
  /** As in HTTP; 499: the caller disconnected. */
  status: number;
  latency_ms: number;
  input_tokens: number;
  output_tokens: number;
  is_charged: boolean;
  /** The model that ran, whose tokens cost the platform; undefined when none did. */
  model?: string;
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
  /** Records the outcome and returns its cost. Safe to repeat. Without it nothing is recorded. */
  record?: (outcome: CallOutcome, answer: Answer) => Promise<number>;
  /** Receives the tokens of a preview, however it ends. */
  settle?: (tokens: CallTokens) => Promise<void>;
  /** For the log: who asked. */
  caller?: { person: string | null; address: string };
}

/** The complete output, as a repeated call receives it. */
export interface Answer {
  text: string;
  /** Undefined without any. */
  toolCalls?: ToolCall[] | undefined;
  tokens: CallTokens;
  finishReason: string;
  approval?: ApprovalRequest | undefined;
}

export interface ModelRunner {
  /** The model's name, such as `sample`. */
  readonly model: string;
  /** The name of the model for embeddings; undefined where there is none. */
  readonly embeddingModel: string | undefined;
  /** Whether it knows tools and JSON schemas. */
  readonly hasTools: boolean;
  /** @throws `ApiProblem` 499, 502, 503, 504 */
  run(run: ModelRun): AsyncGenerator<CompletionEvent, void, void>;
  /** Resolves when no call runs and every outcome is recorded or has exceeded its retry time. */
  idle(): Promise<void>;
}

export interface ModelRunnerOptions {
  model: Model;
  /** Milliseconds for a complete response. */
  timeLimit: number;
  /** Milliseconds to retry a failed record while the caller waits. */
  recordPatience: number;
  /** How servers of tools are reached: by default, public addresses only. */
  toolRunner?: ToolRunnerOptions;
  telemetry: Telemetry;
  log: Logger;
}

/** Milliseconds to retry a failed record in the background. */
const BACKGROUND_PATIENCE = 300_000;

/** The underlying message: of the cause, when there is one. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Almost every record succeeds at once, and costs nothing of the retry. */
async function withRetry(record: () => Promise<number>, patience: number): Promise<number> {
  const began = performance.now();
  const first = record();
  try {
    return await first;
  } catch {
    let attempts = 0;
    return pRetry(() => (attempts++ === 0 ? first : record()), {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 100,
      maxTimeout: 2_000,
      maxRetryTime: Math.max(0, patience - (performance.now() - began)),
      shouldRetry: ({ error }) => error instanceof ApiProblem && error.status === 503,
    });
  }
}

/** The output of a call so far. */
interface Output {
  text: string;
  toolCalls: ToolCall[];
  /** As the model counted them; undefined until it has. */
  tokens?: TokenCount & { isEstimate?: boolean };
  finishReason: string;
  approval?: ApprovalRequest;
}

/** A filtered or cut output may have no text. */
const isEmpty = ({ text, toolCalls, approval, finishReason }: Output): boolean =>
  !text && toolCalls.length === 0 && !approval && finishReason === 'stop';

interface RunningCall {
  call: ModelRun;
  output: Output;
  span: CallTrace;
  model: string;
  /** `performance.now()` at its start. */
  began: number;
}

function countTokens({ call, output }: RunningCall): CallTokens {
  const { prompt } = call.instructions;
  // Vectors cost no output tokens.
  const completion = call.embedding ? '' : outputText(output.text, output.toolCalls);
  return tokensOf(output.tokens, { prompt, messages: call.messages, completion });
}

export function createModelRunner({
  model,
  timeLimit,
  recordPatience,
  toolRunner = { egress: {} },
  telemetry,
  log,
}: ModelRunnerOptions): ModelRunner {
  /** Calls and records that have not ended. */
  let running = 0;
  const whenIdle: (() => void)[] = [];
  const ended = () => {
    running -= 1;
    if (running > 0) return;
    for (const resolve of whenIdle.splice(0)) resolve();
  };
  const track = <T>(work: Promise<T>): Promise<T> => {
    running += 1;
    work.then(ended, ended);
    return work;
  };

  /** Ends the span, and logs a line. `status` is that of the response, which may differ from the recorded one. */
  function report(
    { call, span, model, began }: RunningCall,
    outcome: CallOutcome,
    tokens: CallTokens,
    status: number,
    error?: unknown,
  ): void {
    span.end({ status, seconds: (performance.now() - began) / 1000, tokens });
    if (!log.isLevelEnabled(status >= 500 ? 'warn' : 'info')) return;
    const { id, operation, deployment, caller } = call;
    const { is_charged, ...measured } = outcome;
    const line = {
      ...{ call: id, operation, deployment, model, ...measured, status },
      // A preview is not billed.
      ...(call.record ? { is_charged } : {}),
      ...caller,
    };
    if (status >= 500) log.warn({ ...line, reason: reasonOf(error) }, 'call failed');
    else log.info(line, 'call finished');
  }

  /** Counts, records and logs a call that has ended. @throws `ApiProblem` 503 when a complete response was not recorded */
  async function finish(
    current: RunningCall,
    status: number,
    isCharged: boolean,
    cause?: unknown,
  ): Promise<CompletionEnd> {
    const { call, output, model, began } = current;
    const { text, toolCalls, finishReason, approval } = output;
    const tokens = countTokens(current);
    const outcome: CallOutcome = {
      status,
      latency_ms: Math.round(performance.now() - began),
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      is_charged: isCharged,
      model,
    };
    const { record, settle } = call;
    if (settle) {
      void track(settle(tokens)).catch((error: unknown) => {
        log.error({ call: call.id, reason: String(error) }, 'the tokens of a preview were not recorded');
      });
    }
    const end = { tokens, finishReason, ...(approval ? { approval } : {}) };
    if (!record) {
      report(current, outcome, tokens, status, cause);
      return { ...end, cost: undefined };
    }
    const answer = { ...end, text, ...(toolCalls.length > 0 ? { toolCalls } : {}) };
    const recorded = () => record(outcome, answer);
    if (status !== 200) {
      // No caller waits for this record: they have an error response or have disconnected.
      void track(withRetry(recorded, BACKGROUND_PATIENCE)).catch((error: unknown) => {
        log.error({ call: call.id, reason: String(error) }, 'the outcome of a call was not recorded');
      });
      report(current, outcome, tokens, status, cause);
      return { ...end, cost: undefined };
    }
    try {
      const cost = await withRetry(recorded, recordPatience);
      report(current, outcome, tokens, status);
      return { ...end, cost };
    } catch (error) {
      const unrecorded = new ApiProblem(503, 'The call could not be recorded. Try again', {
        cause: error,
        retryAfter: 5,
      });
      report(current, outcome, tokens, unrecorded.status, unrecorded);
      throw unrecorded;
    }
  }

  async function* run(call: ModelRun): AsyncGenerator<CompletionEvent, void, void> {
    const began = performance.now();
    const { embedding } = call;
    const modelName = embedding ? (model.embeddings?.name ?? '') : model.name;
    const span = telemetry({
      ...{ operation: call.operation, model: modelName, headers: call.headers },
      ...{ task: embedding ? 'embeddings' : 'chat' },
      ...(call.deployment ? { deployment: call.deployment } : {}),
    });
    const limited = limitedSignal(call.signal, timeLimit);
    const { signal } = limited;
    const output: Output = { text: '', toolCalls: [], finishReason: 'stop' };
    const current: RunningCall = { call, output, span, model: modelName, began };
    let held: OutputPart | undefined;
    let isSent = false;
    /** Whether a tool of the agent ran. Aborting does not make its effect free. */
    let hasRun = false;

    const problemOf = (cause: unknown): ApiProblem => {
      if (call.signal.aborted) return clientDisconnected(cause);
      if (limited.isLate()) {
        return new ApiProblem(504, `The model took longer than ${String(timeLimit / 1000)} s`, { cause });
      }
      return cause instanceof ApiProblem
        ? cause
        : new ApiProblem(502, 'The model failed. Try again', { cause });
    };

    running += 1;
    try {
      try {
        call.signal.throwIfAborted();
        const { instructions, messages, tools } = call;
        const parts: AsyncIterable<ModelPart | RoundPart> = span.within(() => {
          if (embedding) return embeddingParts(model, embedding, signal);
          return tools
            ? completeWithTools({ model, runner: toolRunner }, instructions, messages, tools, signal)
            : model.complete(instructions, messages, signal);
        });
        for await (const part of parts) {
          signal.throwIfAborted();
          if ('tokens' in part) {
            output.tokens = part.tokens;
            continue;
          }
          if ('finishReason' in part) {
            output.finishReason = part.finishReason;
            continue;
          }
          if ('approval' in part) {
            output.approval = part.approval;
            continue;
          }
          if (held) {
            isSent = true;
            // A JSON response is one text: each part would cost a turn of every generator on its way.
            if (call.isStream) yield held;
            held = undefined;
          }
          if ('toolRun' in part) {
            hasRun ||= part.toolRun.state === 'running';
            if (call.isStream) yield part;
            continue;
          }
          held = part;
          if ('text' in part) output.text += part.text;
          else addToolCallParts(output.toolCalls, part.toolCalls);
        }
        signal.throwIfAborted();
        if (isEmpty(output)) {
          throw new ApiProblem(502, 'The model returned no text. Try again');
        }
      } catch (error) {
        const problem = problemOf(error);
        const isCharged = problem.status === 499 ? isSent || hasRun : isSent && call.isStream;
        await finish(current, problem.status, isCharged, problem);
        throw problem;
      } finally {
        limited.end();
      }

      const end = await finish(current, 200, true);
      const { text, toolCalls } = output;
      if (call.isStream) {
        yield held ?? { text: '' };
      } else {
        if (text || toolCalls.length === 0) yield { text };
        if (toolCalls.length > 0) yield { toolCalls: partsOf(toolCalls) };
      }
      yield { end };
    } finally {
      ended();
    }
  }

  return {
    model: model.name,
    embeddingModel: model.embeddings?.name,
    hasTools: model.hasTools ?? false,
    run,
    async idle() {
      while (running > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
