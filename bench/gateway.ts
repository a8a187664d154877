/**
 * What the gateway costs a call: `npx tsx bench/gateway.ts [seconds]`, 3 for each by default. Calls a second and p99
 * on the embedded database and on PostgreSQL, beside the same load on a bare Hono route that gives the same answer
 * with no key, no quota and no record. Figures of one machine mean little; the ratios do. Prints, and writes nothing.
 * With `SOAK=<minutes>` it then runs at half the load it found, and looks for lost rows and growing memory.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { startBackend } from '../tools/local/src/backend/backend';
import { startServer } from '../tools/local/src/server';
import { startPostgres } from '../tools/local/src/testing/postgres';

const SECONDS = Number(process.argv[2] ?? 3);
const CALLERS = 20;
const SOAK = Number(process.env['SOAK'] ?? 0);
const DEPLOYMENT = 'fd000000-0000-4000-8000-00000000be9c';
const supabase = join(import.meta.dirname, '../supabase');
const key = `ak_${randomBytes(32).toString('hex')}`;

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  calls: number;
}

/** `CALLERS` callers, each its next call after its last (or after `pause` ms), for some seconds. */
async function load(url: string, seconds: number, pause = 0): Promise<Figures> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"message":"What is up?"}',
      });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${url} answered ${String(answer.status)}`);
      times.push(performance.now() - start);
      if (pause > 0) await sleep(pause);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), calls: times.length };
}

const listening = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    }),
  );

async function bare(): Promise<Figures> {
  const app = new Hono().post('/v1/agents/:slug', async (context) => {
    const { message } = await context.req.json<{ message: string }>();
    return context.json({ message: { role: 'assistant', content: `You asked: “${message}”` } });
  });
  const server = createServer(getRequestListener(app.fetch));
  const origin = await listening(server);
  await load(`${origin}/v1/agents/helper`, 1);
  const figures = await load(`${origin}/v1/agents/helper`, SECONDS);
  server.closeAllConnections();
  server.close();
  return figures;
}

async function gateway(home: string, databaseUrl: string | undefined): Promise<Figures> {
  const server = await startServer({
    ...{ port: 0, headers: () => ({}), app: () => Promise.resolve(new Response('')) },
    gateway: { rates: { key: Number.MAX_SAFE_INTEGER } },
  });
  const starting = startBackend({
    ...{ home, databaseUrl, origin: server.origin, log: () => undefined },
    migrationsDir: join(supabase, 'migrations'),
    seedFile: join(supabase, 'seed.sql'),
  });
  server.attach(starting);
  const { database, demo } = await starting;
  const [person] = await database.rows<{ id: string }>('select id::text from auth.users where email = $1', [
    demo?.email ?? '',
  ]);
  await database.run(`
    insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
    select '${DEPLOYMENT}', 'Helper', a.id, '${person?.id ?? ''}', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', 'active'
    from public.agents a where a.is_public and not a.external_only limit 1;
    insert into private.deployment_keys (deployment_id, hash, last_four)
    values ('${DEPLOYMENT}', decode('${createHash('sha256').update(key).digest('hex')}', 'hex'), 'abcd');
    select public.set_plan('${demo?.email ?? ''}', 'Enterprise');
  `);
  const url = `${server.origin}/v1/agents/helper`;
  const warm = await load(url, 1);
  const figures = await load(url, SECONDS);
  let calls = warm.calls + figures.calls;
  if (SOAK > 0) {
    const before = process.memoryUsage().heapUsed;
    // Half the load: each caller rests as long as its call took.
    const soak = await load(url, SOAK * 60, (CALLERS / figures.perSecond) * 1000);
    calls += soak.calls;
    const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    console.log(`${String(SOAK)} minutes, ${String(soak.calls)} calls, heap ${grown.toFixed(0)} MB larger`);
  }
  const [rows] = await database.rows<{ messages: number }>(
    `select count(*)::int as messages from public.usage_tracking where deployment_id = $1 and usage_type = 'message'`,
    [DEPLOYMENT],
  );
  await server.close();
  if (rows?.messages !== calls) {
    throw new Error(`${String(calls)} calls were answered and ${String(rows?.messages)} recorded`);
  }
  return figures;
}

const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
chmodSync(folder, 0o755); // run by root, the server is another user
try {
  const base = await bare();
  const embedded = await gateway(join(folder, 'embedded'), undefined);
  const postgres = await startPostgres('17', folder);
  const onPostgres = await gateway(join(folder, 'home'), `${postgres.address}/postgres`).finally(() =>
    postgres.stop(),
  );

  console.log(
    '| | calls a second | p50 ms | p99 ms | calls a second, of the bare route | p99, of the bare route |',
  );
  console.log('|---|--:|--:|--:|--:|--:|');
  for (const [name, one] of [
    ['bare Hono route', base],
    ['gateway on PGlite', embedded],
    ['gateway on PostgreSQL', onPostgres],
  ] as const) {
    const ratio = `${((100 * one.perSecond) / base.perSecond).toFixed(1)} % | ${(one.p99 / base.p99).toFixed(1)} ×`;
    console.log(
      `| ${name} | ${one.perSecond.toFixed(0)} | ${one.p50.toFixed(1)} | ${one.p99.toFixed(1)} | ${ratio} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
