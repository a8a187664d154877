/**
 * The servers of the benchmark, each a process, as they are deployed: the bare route, the gateway's service as
 * it is built for its container, on PostgreSQL, and the local server on the embedded database.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { startServer } from '@slipway/local';
import { startPostgres } from '@slipway/backend/testing/postgres';
import type { Load, LoadOptions } from './callers';
import { backendAt, prepare, recordedCalls } from './database';
import type { ProbeMessage } from './probe';

export interface Usage {
  /** CPU milliseconds so far, of the server's process and of PostgreSQL. */
  cpu: number;
  databaseCpu: number;
  /** MB. */
  heap: number;
  resident: number;
}

export interface Measurable {
  name: string;
  url: string;
  usage(how?: { isCollected: boolean }): Promise<Usage>;
  /** Callers inside the server's process. */
  loadInside(options: LoadOptions): Promise<Load>;
  /** Calls that were billed. */
  recorded(): Promise<number>;
  stop(): Promise<void>;
}

const MB = 2 ** 20;
/** Milliseconds of a clock tick in `/proc`. */
const TICK = 10;

/** CPU milliseconds so far of a process and its children, also of those that ended; 0 where there is no `/proc`. */
function cpuOf(pid: number | undefined): number {
  if (pid === undefined || !existsSync('/proc/self/stat')) return 0;
  const statOf = (one: string | number) => {
    try {
      // After the name, which may contain blanks: state, parent, …; 12th to 15th: user and system, own and of children.
      return readFileSync(`/proc/${String(one)}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
    } catch {
      return []; // it ended meanwhile
    }
  };
  const ticks = (stat: number[], end: number) => stat.slice(11, end).reduce((sum, value) => sum + value, 0);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat[1] === pid);
  return TICK * children.reduce((sum, stat) => sum + ticks(stat, 13), ticks(statOf(pid), 15));
}

const replyOf = <T>(child: ChildProcess, message: ProbeMessage | 'recorded') =>
  new Promise<T>((resolve, reject) => {
    child.once('message', resolve);
    child.send(message, (error) => {
      if (error) reject(error);
    });
  });

interface Started {
  child: ChildProcess;
  origin: string;
}

/** Starts a script and waits until its output names its origin, or the port in a line of its log. */
async function start(
  script: string,
  { args = [], env = {}, folder }: { args?: string[]; env?: NodeJS.ProcessEnv; folder: string },
): Promise<Started> {
  // Its log goes to a file: reading it would take this process's time.
  const log = join(folder, `${String(Date.now())}.log`);
  const output = openSync(log, 'w');
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const profile = process.env['BENCH_PROFILE'];
  const profiler = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [];
  const probe = join(folder, 'probe.mjs');
  if (!existsSync(probe)) {
    const entry = join(import.meta.dirname, 'probe.ts');
    await build({ entryPoints: [entry], outfile: probe, bundle: true, platform: 'node', format: 'esm' });
  }
  const child = fork(script, args, {
    execArgv: ['--expose-gc', ...profiler, ...loader, '--import', pathToFileURL(probe).href],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  for (;;) {
    const text = readFileSync(log, 'utf8');
    const origin = /^http:\/\/\S+/m.exec(text)?.[0];
    const port = /"port":(\d+),.*gateway ready/.exec(text)?.[1];
    if (origin) return { child, origin };
    if (port) return { child, origin: `http://127.0.0.1:${port}` };
    if (child.exitCode !== null) throw new Error(`${script} ended before it was ready`);
    await sleep(50);
  }
}

const measurable = (
  name: string,
  { child, origin }: Started,
  {
    postgres,
    recorded = () => Promise.resolve(0),
  }: { postgres?: number; recorded?: () => Promise<number> } = {},
): Measurable => ({
  ...{ name, recorded },
  url: `${origin}/v1/agents/helper`,
  async usage({ isCollected = false } = { isCollected: false }) {
    const { user, system, heapUsed, rss } = await replyOf<NodeJS.CpuUsage & NodeJS.MemoryUsage>(
      ...([child, isCollected ? 'collect' : 'usage'] as const),
    );
    const databaseCpu = cpuOf(postgres);
    return { cpu: (user + system) / 1000, databaseCpu, heap: heapUsed / MB, resident: rss / MB };
  },
  async loadInside(options) {
    const url = `${origin}/v1/agents/helper`;
    const result = await replyOf<Load | { error: string }>(child, { url, load: options });
    if ('error' in result) throw new Error(result.error);
    return result;
  },
  async stop() {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  },
});

export async function bareRoute(folder: string): Promise<Measurable> {
  return measurable('bare Hono route', await start(join(import.meta.dirname, 'bareRoute.ts'), { folder }));
}

export async function onEmbedded(folder: string, keys: readonly string[]): Promise<Measurable> {
  const script = join(import.meta.dirname, 'embedded.ts');
  const started = await start(script, { args: [join(folder, 'embedded'), ...keys], folder });
  const recorded = () => replyOf<number>(started.child, 'recorded');
  return measurable('gateway on PGlite', started, { recorded });
}

export async function onPostgres(folder: string, keys: readonly string[]): Promise<Measurable> {
  const app = join(import.meta.dirname, '../../apps/gateway');
  const built = join(folder, 'gateway');
  const vite = join(import.meta.dirname, '../../node_modules/.bin/vite');
  execFileSync(vite, ['build', '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: app,
    stdio: 'inherit',
  });

  const postgres = await startPostgres('17', folder);
  const pid = Number(readFileSync(join(folder, 'postgres-17/postmaster.pid'), 'utf8').split('\n')[0]);
  const databaseUrl = `${postgres.address}/postgres`;
  const server = await startServer({
    ...{ port: 0, headers: () => ({}), app: () => Promise.resolve(new Response('')) },
  });
  const starting = backendAt({ home: join(folder, 'home'), databaseUrl, origin: server.origin });
  server.attach(starting);
  const { database, secretKey, publishableKey } = await starting;
  await prepare(database, keys);
  const started = await start(join(built, 'main.js'), {
    env: {
      ...{ SUPABASE_URL: server.origin, DATABASE_URL: databaseUrl, PORT: '0' },
      ...{ SUPABASE_SECRET_KEY: secretKey, SUPABASE_PUBLISHABLE_KEY: publishableKey },
    },
    folder,
  });
  const recorded = () => recordedCalls(database);
  const gateway = measurable('gateway on PostgreSQL', started, { postgres: pid, recorded });
  return {
    ...gateway,
    async stop() {
      await gateway.stop();
      await server.close();
      await postgres.stop();
    },
  };
}
