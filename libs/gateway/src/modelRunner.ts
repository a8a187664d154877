/**
 * Runs the model for one call, from the first text to the billing record. The newest part of the output is held back
 * until the next one arrives, and the last part until the call is recorded: no caller receives a complete response that
 * was not counted. A failed call is free unless its caller received part of its output; a call that its caller aborts
 * after the first output costs as much as a complete one.
 */
import type { Logger } from 'pino';
import { ApiProblem, clientDisconnected } from './apiProblem';
import { createEndCall, type Output, reasonOf, type RunningCall } from './endedCalls';
import { type LimitedSignal, limitedSignal } from './limitedSignal';
import type { CompletionEvent, ModelRun, OutputPart } from './modelRun';
import { embeddingParts } from './models/embedding';
import type { Failover, Model, ModelPart } from './models/model';
import { addToolCallParts, partsOf } from './models/toolCalls';
import { createRunning } from './runningCalls';
import type { Telemetry } from './telemetry';
import { createTokensByModel } from './tokensByModel';
import { completeWithTools, type RoundPart } from './tools/toolRounds';
import type { ToolRunnerOptions } from './tools/toolRunner';

export interface ModelRunner {
  /** The model's name, such as `sample`. */
  readonly model: string;
  /** The name of the model for embeddings; undefined where there is none. */
  readonly embeddingModel: string | undefined;
  /** Whether it supports tools and JSON schemas. */
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

/** A filtered or cut output may have no text. */
const isEmpty = ({ text, toolCalls, approval, finishReason }: Output): boolean =>
  !text && toolCalls.length === 0 && !approval && finishReason === 'stop';

/** The part of a call that its caller has. */
interface Delivery {
  /** The newest part of the output. */
  held: OutputPart | undefined;
  isSent: boolean;
  /** Whether a tool of the agent has run. A call that is then aborted is still charged. */
  hasRun: boolean;
}

/** Adds a part to the output. Returns what the caller of a stream receives now. */
function receive(
  part: Exclude<ModelPart | RoundPart, { failover: unknown } | { model: unknown }>,
  output: Output,
  delivery: Delivery,
): CompletionEvent[] {
  if ('tokens' in part) output.tokens = part.tokens;
  else if ('finishReason' in part) output.finishReason = part.finishReason;
  else if ('approval' in part) output.approval = part.approval;
  else {
    const events: CompletionEvent[] = delivery.held ? [delivery.held] : [];
    if (delivery.held) delivery.isSent = true;
    delivery.held = undefined;
    if ('toolRun' in part) {
      delivery.hasRun ||= part.toolRun.state === 'running';
      return [...events, part];
    }
    delivery.held = part;
    if ('text' in part) output.text += part.text;
    else addToolCallParts(output.toolCalls, part.toolCalls);
    return events;
  }
  return [];
}

/** The rest of a complete output: of a stream, the part that was held back. */
function restOf({ call: { isStream }, output }: RunningCall, { held }: Delivery): OutputPart[] {
  if (isStream) return [held ?? { text: '' }];
  const { text, toolCalls } = output;
  return [
    ...(text || toolCalls.length === 0 ? [{ text }] : []),
    ...(toolCalls.length > 0 ? [{ toolCalls: partsOf(toolCalls) }] : []),
  ];
}

export function createModelRunner({
  model,
  timeLimit,
  recordPatience,
  toolRunner = { egress: {} },
  telemetry,
  log,
}: ModelRunnerOptions): ModelRunner {
  const running = createRunning();
  const endCall = createEndCall({ recordPatience, track: running.track, log });

  const begin = (call: ModelRun): RunningCall => {
    const { embedding, operation, headers, deployment } = call;
    const modelName = embedding ? (model.embeddings?.name ?? '') : model.name;
    const span = telemetry({
      ...{ operation, model: modelName, headers, task: embedding ? 'embeddings' : 'chat' },
      ...(deployment ? { deployment } : {}),
    });
    const output: Output = { text: '', toolCalls: [], finishReason: 'stop' };
    const tokensByModel = createTokensByModel();
    return { call, output, span, model: modelName, tokensByModel, began: performance.now() };
  };

  const ask = (call: ModelRun, signal: AbortSignal): AsyncIterable<ModelPart | RoundPart> => {
    const { embedding, instructions, messages, tools } = call;
    if (embedding) return embeddingParts(model, embedding, signal);
    return tools
      ? completeWithTools({ model, runner: toolRunner }, instructions, messages, tools, signal)
      : model.complete(instructions, messages, signal);
  };

  const problemOf = (cause: unknown, call: ModelRun, limited: LimitedSignal): ApiProblem => {
    if (call.signal.aborted) return clientDisconnected(cause);
    if (limited.isLate()) {
      return new ApiProblem(504, `The model took longer than ${String(timeLimit / 1000)} s`, { cause });
    }
    return cause instanceof ApiProblem
      ? cause
      : new ApiProblem(502, 'The model failed. Try again', { cause });
  };

  /** The call is logged and recorded with the model that was asked last. */
  const failOver = (current: RunningCall, { from, to, cause }: Failover): void => {
    const { id, operation, deployment } = current.call;
    const line = { call: id, operation, deployment, model: from, next: to, reason: reasonOf(cause) };
    log.warn(line, 'model failed, asking the next one');
    current.model = to;
    current.isFallback = true;
  };

  async function* run(call: ModelRun): AsyncGenerator<CompletionEvent, void, void> {
    const current = begin(call);
    const { output } = current;
    const delivery: Delivery = { held: undefined, isSent: false, hasRun: false };
    const limited = limitedSignal(call.signal, timeLimit);
    const { signal } = limited;
    running.begin();
    try {
      try {
        call.signal.throwIfAborted();
        for await (const part of current.span.within(() => ask(call, signal))) {
          signal.throwIfAborted();
          if ('failover' in part) {
            failOver(current, part.failover);
            continue;
          }
          if ('model' in part) {
            current.model = part.model;
            continue;
          }
          if ('tokens' in part) current.tokensByModel.add(current.model, part.tokens);
          const events = receive(part, output, delivery);
          // A JSON response is one text: each part would cost a turn of every generator on its way.
          if (call.isStream) for (const event of events) yield event;
        }
        signal.throwIfAborted();
        if (isEmpty(output)) throw new ApiProblem(502, 'The model returned no text. Try again');
      } catch (error) {
        const problem = problemOf(error, call, limited);
        const { isSent, hasRun } = delivery;
        const isCharged = problem.status === 499 ? isSent || hasRun : isSent && call.isStream;
        await endCall(current, { status: problem.status, isCharged, cause: problem });
        throw problem;
      } finally {
        limited.end();
      }

      const end = await endCall(current, { status: 200, isCharged: true });
      for (const part of restOf(current, delivery)) yield part;
      yield { end };
    } finally {
      running.end();
    }
  }

  return {
    model: model.name,
    embeddingModel: model.embeddings?.name,
    hasTools: model.hasTools ?? false,
    run,
    idle: running.idle,
  };
}
