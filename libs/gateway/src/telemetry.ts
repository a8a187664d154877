/**
 * Traces and metrics of calls, through OpenTelemetry's API: without a registered SDK they are discarded. Names follow
 * OpenTelemetry's conventions for generative AI. No attribute contains a message or a key.
 */
import {
  context,
  metrics,
  propagation,
  type Span,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import type { ModelCall } from '@slipway/server';
import type { CallTokens } from './tokens';

const NAME = 'slipway.gateway';

/** Reads single headers: without a propagator, none is read at all. */
const headerGetter: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

export interface CallTrace {
  /** Runs `work` in the call's span, so that its requests belong to the same trace. */
  within<T>(work: () => T): T;
  end(result: { status: number; seconds: number; tokens: CallTokens }): void;
}

export type Telemetry = (call: {
  operation: 'call' | 'preview';
  task: 'chat' | 'embeddings';
  model: string;
  headers: Headers;
  deployment?: string;
}) => CallTrace;

/** Call this after the SDK is registered: instruments created earlier stay disabled. */
export function createTelemetry(onCall: (call: ModelCall) => void = () => undefined): Telemetry {
  const tracer = trace.getTracer(NAME);
  const meter = metrics.getMeter(NAME);
  const duration = meter.createHistogram('gen_ai.server.request.duration', { unit: 's' });
  const usage = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}' });

  return ({ operation, task, model, headers, deployment }) => {
    const parent = propagation.extract(context.active(), headers, headerGetter);
    const attributes = {
      'gen_ai.operation.name': task,
      'gen_ai.request.model': model,
      'slipway.operation': operation,
    };
    const span: Span = tracer.startSpan(
      `${task} ${model}`,
      { attributes: { ...attributes, ...(deployment ? { 'slipway.deployment': deployment } : {}) } },
      parent,
    );
    const own = trace.setSpan(parent, span);
    return {
      within: (work) => context.with(own, work),
      end({ status, seconds, tokens }) {
        onCall({ operation, status, seconds, tokens: { input: tokens.input, output: tokens.output } });
        duration.record(seconds, { ...attributes, 'http.response.status_code': status }, own);
        usage.record(tokens.input, { ...attributes, 'gen_ai.token.type': 'input' }, own);
        usage.record(tokens.output, { ...attributes, 'gen_ai.token.type': 'output' }, own);
        span.setAttributes({
          'http.response.status_code': status,
          'gen_ai.usage.input_tokens': tokens.input,
          'gen_ai.usage.output_tokens': tokens.output,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}
