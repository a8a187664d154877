/** With a registered SDK, a call produces one span and three measurements, without content. */
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
import { createModelRunner } from './modelRunner';
import { sampleModel } from './models/sampleModel';
import { createTelemetry } from './telemetry';

it('records a span with the tokens and the status of a call, without content', async () => {
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  metrics.setGlobalMeterProvider(provider);

  const runner = createModelRunner({
    ...{ model: sampleModel, timeLimit: 1000, recordPatience: 100 },
    ...{ telemetry: createTelemetry(), log: pino({ level: 'silent' }) },
  });
  for await (const event of runner.run({
    ...{ id: 'call-1', operation: 'call', deployment: 'deployment-1', headers: new Headers() },
    instructions: { name: 'Helper', prompt: 'a secret prompt', temperature: 0, maxTokens: 100 },
    messages: [{ role: 'user', content: 'a private word' }],
    signal: new AbortController().signal,
    isStream: false,
  })) {
    expect(event).toBeDefined();
  }
  await runner.idle();
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
