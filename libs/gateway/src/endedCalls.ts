/**
 * The end of a call: its tokens are counted, its outcome is recorded, and the log gets a line. A record that fails is
 * repeated, while the caller waits for a complete response, and in the background after any other.
 */
import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { ApiProblem } from './apiProblem';
import type { CallOutcome, CompletionEnd, ModelRun } from './modelRun';
import type { TokenCount } from './models/model';
import { outputText, type ToolCall } from './models/toolCalls';
import type { CallTrace } from './telemetry';
import { type CallTokens, tokensOf } from './tokens';
import type { TokensByModel } from './tokensByModel';
import type { ApprovalRequest } from './tools/approvals';

/** The output of a call so far. */
export interface Output {
  text: string;
  toolCalls: ToolCall[];
  /** The model's own count; undefined until it has returned one. */
  tokens?: TokenCount & { isEstimate?: boolean };
  finishReason: string;
  approval?: ApprovalRequest;
}

export interface RunningCall {
  call: ModelRun;
  output: Output;
  span: CallTrace;
  /** The last model asked. */
  model: string;
  tokensByModel: TokensByModel;
  /** Whether another model failed before. */
  isFallback?: boolean;
  /** `performance.now()` at its start. */
  began: number;
}

/** How a call ended. */
export interface CallEnd {
  /** HTTP status; 499: the caller disconnected. */
  status: number;
  isCharged: boolean;
  cause?: unknown;
}

/** Milliseconds to retry a failed record in the background. */
const BACKGROUND_PATIENCE = 300_000;

/** Causes of an error that the log names: a chain may be a circle. */
const MAX_CAUSES = 5;

/** The underlying messages: of the causes, when there are any, such as "Connection error: fetch failed: ECONNREFUSED". */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const messages: string[] = [];
  // Node's error for a host with several addresses has a code only.
  const textOf = (one: Error) =>
    one.message.replace(/\.$/, '') || ('code' in one ? String(one.code) : one.name);
  for (let cause = error.cause; cause instanceof Error && messages.length < MAX_CAUSES; cause = cause.cause)
    messages.push(textOf(cause));
  return messages.length > 0 ? messages.join(': ') : error.message;
}

/** Almost every record succeeds at the first attempt, so nothing is prepared for a retry. */
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

function countTokens({ call, output }: RunningCall): CallTokens {
  const { prompt } = call.instructions;
  // Vectors cost no output tokens.
  const completion = call.embedding ? '' : outputText(output.text, output.toolCalls);
  return tokensOf(output.tokens, { prompt, messages: call.messages, completion });
}

export interface EndedCallOptions {
  /** Milliseconds to retry a failed record while the caller waits. */
  recordPatience: number;
  /** Keeps the process from closing until the work has ended. */
  track: <T>(work: Promise<T>) => Promise<T>;
  log: Logger;
}

/** Counts, records and logs a call that has ended. @throws `ApiProblem` 503 when a complete response was not recorded */
export function createEndCall({
  recordPatience,
  track,
  log,
}: EndedCallOptions): (current: RunningCall, end: CallEnd) => Promise<CompletionEnd> {
  /** Ends the span, and logs a line. `status` is the response's, which may differ from the recorded one. */
  function report(
    { call, span, model, isFallback, began }: RunningCall,
    outcome: CallOutcome,
    tokens: CallTokens,
    status: number,
    error?: unknown,
  ): void {
    span.end({ status, seconds: (performance.now() - began) / 1000, tokens });
    const level = status >= 500 || isFallback ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { id, operation, deployment, caller } = call;
    const { is_charged, ...measured } = outcome;
    const line = {
      ...{ call: id, operation, deployment, model, ...measured, status },
      // A preview is not billed.
      ...(call.record ? { is_charged } : {}),
      ...(isFallback ? { is_fallback: true } : {}),
      ...caller,
    };
    if (status >= 500) log.warn({ ...line, reason: reasonOf(error) }, 'call failed');
    else log[level](line, 'call finished');
  }

  return async (current, { status, isCharged, cause }) => {
    const { call, output, model, began } = current;
    const { text, toolCalls, finishReason, approval } = output;
    const tokens = countTokens(current);
    const models = current.tokensByModel.others(model);
    const outcome: CallOutcome = {
      status,
      latency_ms: Math.round(performance.now() - began),
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      is_charged: isCharged,
      model,
      ...(models ? { models } : {}),
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
    const reply = { ...end, text, ...(toolCalls.length > 0 ? { toolCalls } : {}) };
    const recorded = () => record(outcome, reply);
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
  };
}
