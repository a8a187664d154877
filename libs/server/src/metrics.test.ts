/** Metrics: what is counted, and who may read it. */
import { afterEach, expect, it } from 'vitest';
import { createMetrics, type MetricsServer, readMetricsOptions, startMetricsServer } from './metrics';

const token = 'a-token-of-thirty-two-characters';
const open: MetricsServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(withToken?: string) {
  const metrics = createMetrics();
  const server = await startMetricsServer(metrics, { port: 0, host: '127.0.0.1', token: withToken });
  open.push(server);
  const get = (path = '/metrics', headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${String(server.port)}${path}`, { headers });
  return { metrics, get };
}

it('counts requests by route class, and rejections by rule, without URLs', async () => {
  const { metrics, get } = await serve();
  metrics.begin('GET', '/rest/v1/agents?id=eq.secret-of-a-user')(200);
  metrics.begin('POST', '/rest/v1/rpc/set_plan')(403);
  metrics.begin('BREW', '/v1/agents/name-of-a-bot')(429);
  metrics.begin('GET', '/marketplace')(200);
  const text = await (await get()).text();
  expect(text).toContain('slipway_http_requests_total{route="rest_table",method="GET",status="200"} 1');
  expect(text).toContain('slipway_refusals_total{route="rest_function",rule="authorization"} 1');
  expect(text).toContain('slipway_http_requests_total{route="agent",method="other",status="429"} 1');
  expect(text).toContain('slipway_refusals_total{route="agent",rule="rate"} 1');
  expect(text).toContain('slipway_http_request_duration_seconds_count{route="page"} 1');
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toMatch(/secret-of-a-user|name-of-a-bot|set_plan/);
});

it('counts security events and calls of the model, and reads the load of the database', async () => {
  const { metrics, get } = await serve();
  metrics.securityEvent('sign_in_failed');
  metrics.modelCall({ operation: 'preview', status: 200, seconds: 0.2, tokens: { input: 7, output: 9 } });
  metrics.watchDatabase(() => ({ connections: 10, busy: 3, waiting: 2 }));
  const text = await (await get()).text();
  expect(text).toContain('slipway_security_events_total{type="sign_in_failed"} 1');
  expect(text).toContain('slipway_model_call_duration_seconds_count{operation="preview",status="200"} 1');
  expect(text).toContain('slipway_model_tokens_total{operation="preview",direction="output"} 9');
  expect(text).toContain('slipway_database_connections{state="waiting"} 2');
});

it('serves nothing else, and nothing without the token', async () => {
  const { get } = await serve(token);
  expect((await get('/')).status).toBe(404);
  expect((await get()).status).toBe(401);
  expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await get('/metrics', { authorization: `Bearer ${token}` })).status).toBe(200);
});

it('is off by default, and on another interface only with a token', () => {
  expect(readMetricsOptions({})).toBeUndefined();
  expect(readMetricsOptions({ METRICS_PORT: '9464' })).toEqual({
    ...{ port: 9464, host: '127.0.0.1', token: undefined },
  });
  expect(readMetricsOptions({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token })).toEqual(
    {
      ...{ port: 9464, host: '0.0.0.0', token },
    },
  );
  expect(() => readMetricsOptions({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toThrow(
    /METRICS_TOKEN/,
  );
  expect(() => readMetricsOptions({ METRICS_PORT: '9464', METRICS_TOKEN: 'short' })).toThrow(/too short/);
  expect(() => readMetricsOptions({ METRICS_PORT: 'http' })).toThrow(/METRICS_PORT is "http"/);
});
