/**
 * One call, from the model's first word to the bill. The newest part of an answer is held back until the next one
 * is there, and the last until the call is recorded: nobody ever has a whole answer that was not counted. A call that
 * fails costs nothing; one that its caller leaves half-way costs what a whole one does.
 */
import pRetry from 'p-retry';
import type { Logger } from 'pino';
import type { ChatMessage, Instructions, Model, TokenCount } from './models/model';
import { Problem } from './problem';
import type { Telemetry } from './telemetry';
import { type CallTokens, tokensOf } from './tokens';

export interface Ending {
  tokens: CallTokens;
  /** US dollars; undefined where nothing is billed. */
  cost: number | undefined;
}
export type AnswerEvent = { text: string } | { end: Ending };

/** How a call ended, for its record. */
export interface CallResult {
  /** As in HTTP; 499: the caller went away. */
  status: number;
  latency_ms: number;
  input_tokens: number;
  output_tokens: number;
  is_charged: boolean;
}

export interface Call {
  id: string;
  operation: 'call' | 'preview';
  deployment?: string;
  instructions: Instructions;
  messages: readonly ChatMessage[];
  headers: Headers;
  /** Fires when the caller is gone. */
  gone: AbortSignal;
  /** Keeps the result and returns its cost. Safe to repeat. Without it nothing is kept. */
  record?: (result: CallResult) => Promise<number>;
}

export interface Calls {
  /** What the model is called, such as `sample`. */
  readonly model: string;
  /** @throws `Problem` 499, 502, 503, 504 */
  answer(call: Call): AsyncGenerator<AnswerEvent, void, void>;
  /** Resolves when no call runs and every result is kept, or given up. */
  idle(): Promise<void>;
}

export interface CallsOptions {
  model: Model;
  /** Milliseconds for a whole answer. */
  timeLimit: number;
  /** Milliseconds for which a result is offered to a database that does not take it, while the caller waits. */
  recordPatience: number;
  telemetry: Telemetry;
  log: Logger;
}

/** As long for a result that nobody waits for. */
const BACKGROUND_PATIENCE = 300_000;

export function createCalls({ model, timeLimit, recordPatience, telemetry, log }: CallsOptions): Calls {
  const running = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.catch(() => undefined).finally(() => running.delete(tracked));
    running.add(tracked);
    return work;
  };

  const keep = (record: (result: CallResult) => Promise<number>, result: CallResult, patience: number) =>
    pRetry(() => record(result), {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 100,
      maxTimeout: 2_000,
      maxRetryTime: patience,
      shouldRetry: ({ error }) => error instanceof Problem && error.status === 503,
    });

  async function* answer(call: Call): AsyncGenerator<AnswerEvent, void, void> {
    const began = performance.now();
    const span = telemetry({
      ...{ operation: call.operation, model: model.name, headers: call.headers },
      ...(call.deployment ? { deployment: call.deployment } : {}),
    });
    const late = AbortSignal.timeout(timeLimit);
    let text = '';
    let held = '';
    let isSent = false;
    let counted: TokenCount | undefined;

    const finish = async (status: number, isCharged: boolean, cause?: unknown): Promise<Ending> => {
      const { instructions, messages } = call;
      const tokens = tokensOf(counted, { prompt: instructions.prompt, messages, answer: text });
      const result: CallResult = {
        status,
        latency_ms: Math.round(performance.now() - began),
        input_tokens: tokens.input,
        output_tokens: tokens.output,
        is_charged: isCharged,
      };
      const report = (kept: number, error?: unknown) => {
        span.end({ status: kept, seconds: (performance.now() - began) / 1000, tokens });
        const { id, operation, deployment } = call;
        const line = { call: id, operation, deployment, model: model.name, ...result, status: kept };
        const reason =
          error instanceof Error
            ? error.cause instanceof Error
              ? error.cause.message
              : error.message
            : undefined;
        if (kept >= 500) log.warn({ ...line, reason }, 'a call failed');
        else log.info(line, 'a call ended');
      };
      if (!call.record) {
        report(status, cause);
        return { tokens, cost: undefined };
      }
      if (status !== 200) {
        // Nobody waits for it: whoever called has their answer, or is gone.
        void track(keep(call.record, result, BACKGROUND_PATIENCE)).catch((error: unknown) => {
          log.error({ call: call.id, reason: String(error) }, 'the result of a call was lost');
        });
        report(status, cause);
        return { tokens, cost: undefined };
      }
      try {
        const cost = await keep(call.record, result, recordPatience);
        report(status);
        return { tokens, cost };
      } catch (error) {
        const unrecorded = new Problem(
          503,
          'The answer could not be recorded, so it is not given. Try again',
          {
            cause: error,
            retryAfter: 5,
          },
        );
        report(unrecorded.status, unrecorded);
        throw unrecorded;
      }
    };

    try {
      const signal = AbortSignal.any([call.gone, late]);
      signal.throwIfAborted();
      const parts = span.within(() => model.answer(call.instructions, call.messages, signal));
      for await (const part of parts) {
        signal.throwIfAborted();
        if ('tokens' in part) {
          counted = part.tokens;
          continue;
        }
        if (held) {
          isSent = true;
          yield { text: held };
        }
        held = part.text;
        text += part.text;
      }
      signal.throwIfAborted();
      if (!text) throw new Problem(502, 'The model answered nothing. Try again');
    } catch (error) {
      const problem = call.gone.aborted
        ? new Problem(499, 'The caller went away', { cause: error })
        : late.aborted
          ? new Problem(504, `The model took longer than ${String(timeLimit / 1000)} s`, { cause: error })
          : error instanceof Problem
            ? error
            : new Problem(502, 'The model failed. Try again', { cause: error });
      await finish(problem.status, problem.status === 499 && isSent, problem);
      throw problem;
    }

    const end = await finish(200, true);
    yield { text: held };
    yield { end };
  }

  return {
    model: model.name,
    async *answer(call) {
      let over: () => void = () => undefined;
      void track(new Promise<void>((resolve) => (over = resolve)));
      try {
        yield* answer(call);
      } finally {
        over();
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
