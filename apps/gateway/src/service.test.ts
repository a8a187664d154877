/** `apps/gateway` as its own process: it reaches the database by HTTP, says how it is, and stops without losing a call. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const main = fileURLToPath(new URL('main.ts', import.meta.url));

describe('the gateway as a service', () => {
  let served: Served;
  let model: ModelServer;
  let bot: Callable;
  let child: ChildProcess;
  let exited: Promise<unknown>;
  let origin: string;

  beforeAll(async () => {
    served = await serveGateway('PGlite');
    bot = await callable(served);
    model = await startModelServer();
    child = spawn(process.execPath, ['--import', 'tsx', main], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{
          PATH: process.env['PATH'],
          PORT: '0',
          SUPABASE_URL: served.origin,
          APP_ORIGINS: 'https://app.example',
        },
        ...{
          SUPABASE_SECRET_KEY: served.backend.secretKey,
          SUPABASE_PUBLISHABLE_KEY: served.backend.publishableKey,
        },
        ...{ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'm', PUBLIC_URL: 'https://agents.example' },
      },
    });
    exited = new Promise((resolve) => child.once('exit', resolve));
    if (!child.stdout) throw new Error('The process has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      const { port } = JSON.parse(line) as { port?: number };
      if (port === undefined) continue;
      origin = `http://127.0.0.1:${String(port)}`;
      break;
    }
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await served.close();
    await model.close();
  });

  test('it answers, is healthy and ready, and lets the app’s origin try agents', async () => {
    const answer = await post(`${origin}/v1/agents/${bot.slug}`, bot.key, { message: 'x' });
    expect(await answer.json()).toMatchObject({ message: { content: 'Hello there' }, cost: 0.1 });
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const page = await fetch(`${origin}/v1/agents/${bot.slug}`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain(`https://agents.example/v1/agents/${bot.slug}`);
    const preflight = (from: string) =>
      fetch(`${origin}/v1/preview`, {
        method: 'OPTIONS',
        headers: {
          ...{ origin: from, 'access-control-request-method': 'POST' },
          'access-control-request-headers': 'authorization',
        },
      });
    expect((await preflight('https://app.example')).headers.get('access-control-allow-origin')).toBe(
      'https://app.example',
    );
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('told to stop in the middle of an answer, it gives the answer, records it and ends', async () => {
    const before = (await usageOf(bot)).length;
    model.behave({ kind: 'answers', words: Array.from({ length: 10 }, () => 'word '), pause: 100 });
    const answer = await post(`${origin}/v1/agents/${bot.slug}`, bot.key, { message: 'x', stream: true });
    child.kill('SIGTERM');
    expect(await answer.text()).toContain('event: done');
    expect(await exited).toBe(0);
    expect((await usageOf(bot)).length).toBe(before + 2);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  });
});
