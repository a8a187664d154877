/** Exports the collected records as metrics to an OpenTelemetry collector, when one is configured. */
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { type Batch, createMetricsExport } from '@slipway/health';

interface Telemetry {
  onBatch: ((batch: Batch) => void) | undefined;
  /** Sends the rest. */
  stop(): Promise<void>;
}

/** The exporter reads OTEL_EXPORTER_OTLP_* itself. */
export function startTelemetry(endpoint: string | undefined): Telemetry {
  if (!endpoint) return { onBatch: undefined, stop: () => Promise.resolve() };
  const provider = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
  });
  return {
    onBatch: createMetricsExport(provider.getMeter('slipway-health')),
    stop: async () => {
      await provider.shutdown().catch(() => undefined);
    },
  };
}
