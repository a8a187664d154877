/**
 * Measures the gateway's cost per call: `npx tsx bench/gateway.ts [--seconds 3] [--only embedded|postgresql] [--soak 30m]`.
 * Calls per second and p99 on the embedded database and on PostgreSQL, compared with the same load on a bare Hono route
 * that returns the same reply without key, quota or record. Compare ratios, not absolute numbers of one machine.
 * Writes `bench/results/gateway.md`. `--soak` continues at half the measured load, minute by minute, and writes the heap
 * and the number of lost rows to `bench/results/gateway-soak-<database>.md` instead.
 * One file: its parts are used nowhere else.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { startBackend } from '@slipway/backend';
import { startServer } from '@slipway/local';
import { startPostgres } from '@slipway/backend/testing/postgres';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    soak: { type: 'string', default: '0m' },
  },
});
const SECONDS = Number(options.seconds);
const SOAK_MINUTES = Number(options.soak.replace(/m$/, ''));
if (!(SECONDS > 0) || !(SOAK_MINUTES >= 0) || ![undefined, 'embedded', 'postgresql'].includes(options.only)) {
  throw new Error('Usage: --seconds 3, --only embedded or postgresql, --soak 30m');
}

const CALLERS = 20;
const DEPLOYMENT = 'fd000000-0000-4000-8000-00000000be9c';
const supabase = join(import.meta.dirname, '../supabase');
const key = `ak_${randomBytes(32).toString('hex')}`;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  calls: number;
  /** CPU milliseconds of this process per call, caller included. Other load on the machine hardly changes it. */
  cpu: number;
}

/** `CALLERS` callers in parallel. Each starts its next call when the last one ends, at least `interval` ms after its start. */
async function load(url: string, seconds: number, interval = 0): Promise<Figures> {
  const microseconds = createHistogram();
  const cpu = process.cpuUsage();
  const began = performance.now();
  const end = began + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"message":"What is up?"}',
      });
      await response.text();
      if (response.status !== 200) throw new Error(`${url} responded ${String(response.status)}`);
      const took = performance.now() - start;
      microseconds.record(Math.max(1, Math.round(took * 1000)));
      if (interval > took) await sleep(interval - took);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const calls = microseconds.count;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (calls / (performance.now() - began)) * 1000,
    p50: microseconds.percentile(50) / 1000,
    p99: microseconds.percentile(99) / 1000,
    calls,
    cpu: (user + system) / 1000 / calls,
  };
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

interface Minute extends Figures {
  /** After garbage collection, in MB. */
  heap: number;
  resident: number;
}

/** Half the measured load, for the requested number of minutes. */
async function soak(url: string, { perSecond }: Figures): Promise<Minute[]> {
  const minutes: Minute[] = [];
  while (minutes.length < SOAK_MINUTES) {
    const figures = await load(url, 60, (2 * CALLERS * 1000) / perSecond);
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    minutes.push({ ...figures, heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 });
    console.log(
      `minute ${String(minutes.length)}: ${String(figures.calls)} calls, heap ${(heapUsed / 2 ** 20).toFixed(0)} MB`,
    );
  }
  return minutes;
}

interface Measured {
  database: 'embedded' | 'postgresql';
  name: string;
  figures: Figures;
  minutes: Minute[];
  /** Calls with status 200. */
  answered: number;
  /** Usage rows for them. */
  recorded: number;
}

async function gateway(home: string, databaseUrl?: string): Promise<Measured> {
  const server = await startServer({
    ...{ port: 0, headers: () => ({}), app: () => Promise.resolve(new Response('')) },
    gateway: { rates: { key: Number.MAX_SAFE_INTEGER } },
  });
  const starting = startBackend({
    ...{ home, databaseUrl, origin: server.origin, log: () => undefined },
    migrationsDir: join(supabase, 'migrations'),
    seedFile: join(supabase, 'seed.sql'),
    demoFile: join(supabase, 'demo.sql'),
  });
  server.attach(starting);
  const { database, demo } = await starting;
  const [owner] = await database.rows<{ id: string }>('select id::text from auth.users where email = $1', [
    demo?.email ?? '',
  ]);
  await database.run(`
    insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
    select '${DEPLOYMENT}', 'Helper', a.id, '${owner?.id ?? ''}', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', 'active'
    from public.agents a where a.is_public and not a.external_only limit 1;
    insert into private.deployment_keys (deployment_id, hash, last_four)
    values ('${DEPLOYMENT}', decode('${createHash('sha256').update(key).digest('hex')}', 'hex'), 'abcd');
    select public.set_plan('${demo?.email ?? ''}', 'Enterprise');
  `);
  const url = `${server.origin}/v1/agents/helper`;
  const warm = await load(url, 1);
  const figures = await load(url, SECONDS);
  const minutes = await soak(url, figures);
  const answered = [warm, figures, ...minutes].reduce((sum, { calls }) => sum + calls, 0);
  const [rows] = await database.rows<{ messages: number }>(
    `select count(*)::int as messages from public.usage_tracking where deployment_id = $1 and usage_type = 'message'`,
    [DEPLOYMENT],
  );
  await server.close();
  const counted = { figures, minutes, answered, recorded: rows?.messages ?? 0 };
  return databaseUrl
    ? { database: 'postgresql', name: 'gateway on PostgreSQL', ...counted }
    : { database: 'embedded', name: 'gateway on PGlite', ...counted };
}

function reportOf(base: Figures, measured: readonly Measured[]): string {
  const of = (name: string, one: Figures) =>
    `| ${name} | ${one.perSecond.toFixed(0)} | ${one.p50.toFixed(1)} | ${one.p99.toFixed(1)} | ${one.cpu.toFixed(1)} | ` +
    `${((100 * one.perSecond) / base.perSecond).toFixed(1)} % | ${(one.p99 / base.p99).toFixed(1)} × |`;
  const minute = ({ perSecond, p99, heap, resident }: Minute, index: number) =>
    `| ${String(index + 1)} | ${perSecond.toFixed(0)} | ${p99.toFixed(1)} | ${heap.toFixed(0)} | ${resident.toFixed(0)} |`;
  return [
    '| | calls per second | p50 ms | p99 ms | CPU ms per call | calls per second, relative to the bare route | p99, relative to the bare route |',
    '|---|--:|--:|--:|--:|--:|--:|',
    of('bare Hono route', base),
    ...measured.map(({ name, figures }) => of(name, figures)),
    ...measured.flatMap(({ name, minutes, answered, recorded }) => [
      '',
      `${name}: ${String(answered)} calls answered, ${String(recorded)} billed, ${String(answered - recorded)} lost.`,
      ...(minutes.length === 0
        ? []
        : [
            '',
            '| minute | calls per second | p99 ms | heap MB | resident MB |',
            '|--:|--:|--:|--:|--:|',
            ...minutes.map(minute),
          ]),
    ]),
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
chmodSync(folder, 0o755); // as root, the server runs as another user
try {
  const base = await bare();
  const measured: Measured[] = [];
  if (options.only !== 'postgresql') {
    measured.push(await gateway(join(folder, 'embedded')));
  }
  if (options.only !== 'embedded') {
    const postgres = await startPostgres('17', folder);
    const home = join(folder, 'home');
    measured.push(await gateway(home, `${postgres.address}/postgres`).finally(() => postgres.stop()));
  }
  const machine = `${String(cpus().length)} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  const title =
    SOAK_MINUTES > 0 ? `The gateway: ${String(SOAK_MINUTES)} minutes at half its load` : 'The gateway';
  const text = `\`npx tsx bench/gateway.ts ${process.argv.slice(2).join(' ')}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}. Callers, gateway and embedded database share one process.`;
  const write = (name: string, some: readonly Measured[]) => {
    const report = reportOf(base, some);
    console.log(report);
    writeFileSync(join(import.meta.dirname, 'results', name), `# ${title}\n\n${text}\n\n${report}\n`);
  };
  if (SOAK_MINUTES === 0) write('gateway.md', measured);
  else for (const one of measured) write(`gateway-soak-${one.database}.md`, [one]);
  if (measured.some(({ answered, recorded }) => answered !== recorded)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
