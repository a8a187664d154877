/** With an SDK registered, a call is one span and three measurements; nothing of them is content. */
import { metrics, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createCalls } from './calls';
import { sampleModel } from './models/sampleModel';
import { createTelemetry } from './telemetry';

it('a call is a span of the caller’s trace, with its tokens, its status and no word of it', async () => {
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  metrics.setGlobalMeterProvider(provider);

  const calls = createCalls({
    ...{ model: sampleModel, timeLimit: 1000, recordPatience: 100 },
    ...{ telemetry: createTelemetry(), log: pino({ level: 'silent' }) },
  });
  for await (const event of calls.answer({
    ...{ id: 'call-1', operation: 'call', deployment: 'deployment-1', headers: new Headers() },
    instructions: { name: 'Helper', prompt: 'a secret prompt', temperature: 0, maxTokens: 100 },
    messages: [{ role: 'user', content: 'a private word' }],
    gone: new AbortController().signal,
  })) {
    expect(event).toBeDefined();
  }
  await calls.idle();
  await provider.forceFlush();

  const [span, ...others] = spans.getFinishedSpans();
  expect(others).toEqual([]);
  expect(span?.name).toBe('chat sample');
  expect(span?.attributes).toMatchObject({
    'gen_ai.request.model': 'sample',
    'slipway.deployment': 'deployment-1',
    'http.response.status_code': 200,
    'gen_ai.usage.input_tokens': expect.any(Number) as number,
  });
  const names = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name)),
    );
  expect(new Set(names)).toEqual(new Set(['gen_ai.server.request.duration', 'gen_ai.client.token.usage']));
  const everything = JSON.stringify([span?.attributes, exporter.getMetrics()]);
  expect(everything).not.toMatch(/secret|private/);
});
