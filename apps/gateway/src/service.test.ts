/** The service as a separate process: calls over HTTP, health checks, CORS and a graceful shutdown. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Served } from '@slipway/backend/testing';
import {
  callable,
  type Callable,
  type ModelServer,
  post,
  serveGateway,
  startModelServer,
  usageOf,
} from '@slipway/gateway/testing';
import { programOf } from '@slipway/server/compiled';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

describe('the gateway as a service', () => {
  let served: Served;
  let model: ModelServer;
  let bot: Callable;
  let child: ChildProcess;
  let exited: Promise<unknown>;
  let origin: string;
  let metricsPort: number;
  let smtp: SMTPServer;
  const mails: string[] = [];

  beforeAll(async () => {
    served = await serveGateway('PostgreSQL');
    bot = await callable(served);
    model = await startModelServer();
    smtp = new SMTPServer({
      ...{ logger: false, authOptional: true },
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => {
      smtp.listen(0, '127.0.0.1', resolve);
    });
    // Waits before the service starts.
    await served.backend.database.run(`insert into private.mails (user_id, kind, details) values
      ('${bot.owner.id}', 'spend_limit',
       '{"scope":"account","percent":100,"amount":5,"spent":5,"month":"2026-12-01"}')`);
    child = spawn(process.execPath, programOf(main), {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{
          PATH: process.env['PATH'],
          PORT: '0',
          METRICS_PORT: '0',
          SUPABASE_URL: served.origin,
          DATABASE_URL: String(served.backend.direct),
          APP_ORIGINS: 'https://app.example',
        },
        ...{
          SUPABASE_SECRET_KEY: served.backend.secretKey,
          SUPABASE_PUBLISHABLE_KEY: served.backend.publishableKey,
        },
        ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String((smtp.server.address() as AddressInfo).port) },
        SMTP_FROM: 'Slipway <no-reply@slipway.example>',
        ...{ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'm', PUBLIC_URL: 'https://agents.example' },
      },
    });
    exited = new Promise((resolve) => child.once('exit', resolve));
    if (!child.stdout) throw new Error('The process has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      const { port, metricsPort: separate } = JSON.parse(line) as { port?: number; metricsPort?: number };
      if (port === undefined || separate === undefined) continue;
      metricsPort = separate;
      origin = `http://127.0.0.1:${String(port)}`;
      break;
    }
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await new Promise<void>((resolve) => {
      smtp.close(resolve);
    });
    await served.close();
    await model.close();
  });

  test('responds to calls', async () => {
    const response = await post(`${origin}/v1/agents/${bot.slug}`, bot.key, { message: 'x' });
    expect(await response.json()).toMatchObject({ message: { content: 'Hello there' }, cost: 0.1 });
  });

  test('learns of a revoked key from the database, long before its grant is too old (19.7)', async () => {
    const revoked = await callable(served);
    const call = async () =>
      (await post(`${origin}/v1/agents/${revoked.slug}`, revoked.key, { message: 'x' })).status;
    expect([await call(), await call()]).toEqual([200, 200]);
    await revoked.owner.client.rpc('revoke_deployment_key', { id: revoked.id });
    await vi.waitFor(
      async () => {
        expect(await call()).toBe(401);
      },
      { timeout: 5_000, interval: 20 },
    );
  });

  test('serves metrics on their separate port only, without users or names', async () => {
    expect((await post(`${origin}/v1/agents/${bot.slug}`, 'ak_wrong', { message: 'x' })).status).toBe(401);
    const text = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
    expect(text).toMatch(/slipway_model_call_duration_seconds_count\{operation="call",status="200"\} [1-9]/);
    expect(text).toMatch(/slipway_refusals_total\{route="agent",rule="authentication"\} [1-9]/);
    expect(text).not.toContain(bot.slug);
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  });

  test('sends the mails that wait in the database, once', async () => {
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
    expect(mails[0]).toContain('Subject: Your spend limit is reached');
    expect(mails[0]).toContain('https://app.example/billing');
    const sent = () =>
      served.backend.database.rows<{ waiting: boolean }>(
        'select sent_at is null as waiting from private.mails',
      );
    await expect.poll(sent).toEqual([{ waiting: false }]);
  });

  test('is healthy and ready', async () => {
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  });

  test('serves the endpoint page with its public URL and a content security policy', async () => {
    const page = await fetch(`${origin}/v1/agents/${bot.slug}`, { headers: { accept: 'text/html' } });
    const policy = page.headers.get('content-security-policy');
    for (const part of ['default-src', 'base-uri', 'frame-ancestors'])
      expect(policy).toContain(`${part} 'none'`);
    expect(page.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    expect(await page.text()).toContain(`https://agents.example/v1/agents/${bot.slug}`);
  });

  test.each([
    ['https://app.example', 'https://app.example'],
    ['https://evil.example', null],
  ])('previews from %s are allowed for the origin %s', async (from, allowed) => {
    const preflight = await fetch(`${origin}/v1/preview`, {
      method: 'OPTIONS',
      headers: {
        ...{ origin: from, 'access-control-request-method': 'POST' },
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed);
  });

  test('finishes and records a running call after SIGTERM, then exits', async () => {
    const before = (await usageOf(bot)).length;
    model.behave({ kind: 'responds', texts: Array.from({ length: 10 }, () => 'word '), pause: 100 });
    const response = await post(`${origin}/v1/agents/${bot.slug}`, bot.key, { message: 'x', stream: true });
    child.kill('SIGTERM');
    expect(await response.text()).toContain('event: done');
    expect(await exited).toBe(0);
    expect((await usageOf(bot)).length).toBe(before + 2);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  });
});
