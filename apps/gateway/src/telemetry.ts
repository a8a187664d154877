/** Exports traces and metrics to an OpenTelemetry collector, when one is configured. */
import { metrics } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/**
 * Registers the exporters; call this before any tracer is created. The exporters read OTEL_EXPORTER_OTLP_* themselves.
 * Returns a function that flushes and stops them.
 */
export function startTelemetry(collector: string | undefined): () => Promise<void> {
  if (!collector) return () => Promise.resolve();
  const tracing = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  tracing.register();
  const metering = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
  });
  metrics.setGlobalMeterProvider(metering);
  return async () => {
    await Promise.allSettled([tracing.shutdown(), metering.shutdown()]);
  };
}
