/**
 * Metrics in Prometheus' text format. Labels have few values and come from this code: no URL, no user, no key. The
 * metrics server is separate from the app's, and without a token it is reachable only from this machine.
 */
import { createServer, type Server } from 'node:http';
import { AppError } from '@slipway/contracts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { closeServer } from './close';
import { readInteger, readSecret } from './environmentVariables';
import { isSameSecret } from './isSameSecret';
import { isLocalHost, listen, LOCALHOST } from './listen';

export interface DatabaseLoad {
  connections: number;
  busy: number;
  /** Requests without a connection. */
  waiting: number;
}

/** A call of the model that ended. */
export interface ModelCall {
  operation: 'call' | 'preview';
  /** HTTP status of the response to the caller. */
  status: number;
  seconds: number;
  tokens: { input: number; output: number };
}

export interface Metrics {
  /** Begins to measure a request; call the result with the status of the response. */
  begin(method: string, path: string): (status: number) => void;
  securityEvent(type: string): void;
  modelCall(call: ModelCall): void;
  /** Reads the load of the database at each scrape. */
  watchDatabase(load: () => DatabaseLoad): void;
  text(): Promise<string>;
}

const routes: readonly (readonly [prefix: string, route: string])[] = [
  ['/rest/v1/rpc/', 'rest_function'],
  ['/rest/', 'rest_table'],
  ['/auth/', 'auth'],
  ['/v1/preview', 'preview'],
  ['/v1/agents/', 'agent'],
  ['/v1/chat/', 'completions'],
  ['/v1/', 'gateway'],
  ['/slices/', 'release_file'],
  ['/slipway.json', 'composition'],
  ['/health-events', 'health_report'],
  ['/health/v1/', 'health_records'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const routeOf = (path: string) => routes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'page';

const rules: Readonly<Record<number, string>> = {
  401: 'authentication',
  402: 'quota',
  403: 'authorization',
  408: 'timeout',
  413: 'size',
  429: 'rate',
};

/** Seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    ...{ name: 'slipway_http_requests_total', help: 'Responses', registers },
    labelNames: ['route', 'method', 'status'],
  });
  const durations = new Histogram({
    ...{ name: 'slipway_http_request_duration_seconds', help: 'Time until the response begins', registers },
    ...{ labelNames: ['route'], buckets: DURATIONS },
  });
  const rejections = new Counter({
    ...{ name: 'slipway_refusals_total', help: 'Responses that reject a request, by rule', registers },
    labelNames: ['route', 'rule'],
  });
  const securityEvents = new Counter({
    ...{ name: 'slipway_security_events_total', help: 'Security events of the server', registers },
    labelNames: ['type'],
  });
  const modelCalls = new Histogram({
    ...{ name: 'slipway_model_call_duration_seconds', help: 'Calls of the model', registers },
    ...{ labelNames: ['operation', 'status'], buckets: DURATIONS },
  });
  const tokens = new Counter({
    ...{ name: 'slipway_model_tokens_total', help: 'Tokens of the model', registers },
    labelNames: ['operation', 'direction'],
  });

  return {
    begin(method, path) {
      const route = routeOf(path);
      const end = durations.startTimer({ route });
      return (status) => {
        end();
        requests.inc({ route, method: methods.has(method) ? method : 'other', status });
        const rule = rules[status];
        if (rule) rejections.inc({ route, rule });
      };
    },
    securityEvent: (type) => {
      securityEvents.inc({ type });
    },
    modelCall({ operation, status, seconds, tokens: { input, output } }) {
      modelCalls.observe({ operation, status }, seconds);
      tokens.inc({ operation, direction: 'input' }, input);
      tokens.inc({ operation, direction: 'output' }, output);
    },
    watchDatabase(load) {
      const gauge = new Gauge({
        ...{
          name: 'slipway_database_connections',
          help: 'Connections, and requests that wait for one',
          registers,
        },
        labelNames: ['state'],
        collect() {
          const { connections, busy, waiting } = load();
          gauge.set({ state: 'open' }, connections);
          gauge.set({ state: 'busy' }, busy);
          gauge.set({ state: 'waiting' }, waiting);
        },
      });
    },
    text: () => register.metrics(),
  };
}

export interface MetricsOptions {
  port: number;
  host: string;
  /** Requests must send it as a bearer token; undefined: none, on this machine only. */
  token: string | undefined;
}

/** `METRICS_PORT`, `METRICS_HOST` and `METRICS_TOKEN`; undefined without a port. @throws `invalid_input` */
export function readMetricsOptions(env: NodeJS.ProcessEnv): MetricsOptions | undefined {
  const port = readInteger(env, 'METRICS_PORT', { max: 65_535 });
  if (port === undefined) return undefined;
  const host = env['METRICS_HOST'] || LOCALHOST;
  const token = readSecret(env, 'METRICS_TOKEN');
  if (!token && !isLocalHost(host)) {
    throw new AppError('invalid_input', 'METRICS_HOST needs METRICS_TOKEN: metrics are never public');
  }
  return { port, host, token };
}

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Serves `GET /metrics`, and nothing else. @throws `conflict` when the port is in use */
export async function startMetricsServer(
  metrics: Metrics,
  { port, host, token }: MetricsOptions,
): Promise<MetricsServer> {
  const isAllowed = (authorization: string | undefined) =>
    token === undefined || isSameSecret(authorization ?? '', `Bearer ${token}`);
  const server: Server = createServer((request, response) => {
    const isScrape = request.method === 'GET' && request.url === '/metrics';
    if (!isScrape || !isAllowed(request.headers.authorization)) {
      response.writeHead(isScrape ? 401 : 404).end();
      return;
    }
    metrics.text().then(
      (text) => {
        response
          .writeHead(200, {
            'content-type': 'text/plain; version=0.0.4; charset=utf-8',
            'cache-control': 'no-store',
          })
          .end(text);
      },
      () => response.writeHead(500).end(),
    );
  });
  const actual = await listen(server, { port, host, remedy: 'Set METRICS_PORT to use another port' });
  return { port: actual, close: () => closeServer(server, 0) };
}
