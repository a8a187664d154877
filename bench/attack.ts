/**
 * Attacks a running server while 20 users browse: `npx tsx bench/attack.ts [--minutes 10] [--only embedded|postgresql]`.
 * Starts `npm start` on each database with new data, measures only the users for a fifth of the time, then with every
 * attack at once: pattern matches, slow bodies, bulk writes, wrong keys and previews. Writes `bench/results/attack.md`.
 * Quiet and attacked phases alternate, because other load on the machine changes the figures.
 * One file: its parts are used nowhere else.
 */
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startPostgres } from '@slipway/backend/testing/postgres';
import WebSocket from 'ws';
import { demo } from '../tools/backend/src/settings/demo';
import { startApp } from './startApp';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    port: { type: 'string', default: '4390' },
  },
});
const MINUTES = Number(options.minutes);
if (!(MINUTES > 0) || ![undefined, 'embedded', 'postgresql'].includes(options.only)) {
  throw new Error('Usage: --minutes 10, --only embedded or postgresql, --port 4390');
}
const USERS = 20;
const ROUNDS = 4;
/** Milliseconds of an attacked phase; a quiet one takes a quarter of it. */
const PHASE = (MINUTES * 60_000) / ROUNDS / 1.25;
const origin = `http://127.0.0.1:${options.port}`;

interface Phase {
  /** Milliseconds × 1000 of the users' requests, and of `/healthz`. */
  users: RecordableHistogram;
  health: RecordableHistogram;
  /** Requests of users that got a 5xx or no response, and those that the rate limits rejected. */
  failed: number;
  limited: number;
}
const newPhase = (): Phase => ({
  users: createHistogram(),
  health: createHistogram(),
  failed: 0,
  limited: 0,
});

/** Milliseconds × 1000 until the body of `path` is read, or the status of a failure. */
async function timed(
  path: string,
  histogram: RecordableHistogram,
  phase: Phase,
  init: RequestInit,
): Promise<void> {
  const began = performance.now();
  const status = await fetch(`${origin}${path}`, { ...init, signal: AbortSignal.timeout(60_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 599,
  );
  histogram.record(Math.max(1, Math.round((performance.now() - began) * 1000)));
  if (status >= 500) phase.failed += 1;
  if (status === 429) phase.limited += 1;
}

async function browse(phase: Phase, until: number, apikey: string): Promise<void> {
  const pages = [
    '/',
    '/marketplace',
    '/rest/v1/rpc/search_listings?page_size=12&select=name',
    '/rest/v1/agents?select=name,description&is_public=is.true&limit=12',
    '/rest/v1/rpc/search_listings?q=support&select=name',
  ];
  for (let step = 0; Date.now() < until; step += 1) {
    await timed(pages[step % pages.length] ?? '/', phase.users, phase, { headers: { apikey } });
    await sleep(300 + Math.random() * 700);
  }
}

async function watchHealth(phase: Phase, until: number): Promise<void> {
  while (Date.now() < until) {
    await timed('/healthz', phase.health, phase, {});
    await sleep(250);
  }
}

/** Repeats `attack` every `interval` ms without waiting for its end, with at most `limit` at once. */
async function repeat(
  until: number,
  interval: number,
  limit: number,
  attack: () => Promise<unknown>,
): Promise<void> {
  const running = new Set<Promise<unknown>>();
  while (Date.now() < until) {
    if (running.size < limit) {
      const one: Promise<unknown> = attack()
        .catch(() => undefined)
        .finally(() => running.delete(one));
      running.add(one);
    }
    await sleep(interval);
  }
  await Promise.race([Promise.all(running), sleep(15_000)]);
}

/** Sends a byte of a body a second. */
async function slowBody(apikey: string): Promise<void> {
  const socket = connect(Number(options.port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nhost: 127.0.0.1:${options.port}\r\napikey: ${apikey}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
  );
  for (let sent = 0; sent < 60 && !socket.destroyed; sent += 1) {
    socket.write(' ');
    await sleep(1000);
  }
  socket.destroy();
}

const get = async (path: string, headers: Record<string, string>) =>
  (await fetch(`${origin}${path}`, { headers, signal: AbortSignal.timeout(30_000) })).arrayBuffer();
const post = async (path: string, headers: Record<string, string>, body: unknown) =>
  (
    await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
  ).arrayBuffer();

function attacks(until: number, apikey: string, token: string): Promise<unknown> {
  const user = { apikey, authorization: `Bearer ${token}` };
  const pattern = encodeURIComponent('^(a*)(a*)(a*)\\1\\2\\3$');
  const wildcards = encodeURIComponent(`*${'a*'.repeat(40)}b`);
  const bulk = Array.from({ length: 6000 }, (_, number) => ({
    name: `Spam ${String(number)}`,
    category: 'sales',
    is_public: true,
    status: 'active',
  }));
  return Promise.all([
    repeat(until, 200, 10, () => get(`/rest/v1/agents?select=id&description=match.${pattern}`, { apikey })),
    repeat(until, 200, 10, () =>
      get(`/rest/v1/agents?select=id&or=(description.imatch.${pattern})`, { apikey }),
    ),
    repeat(until, 200, 10, () =>
      get(`/rest/v1/agent_listings?select=name&search_text=like.${wildcards}`, { apikey }),
    ),
    repeat(until, 500, 100, () => slowBody(apikey)),
    repeat(until, 1000, 4, () => post('/rest/v1/agents', user, bulk)),
    repeat(until, 50, 20, () =>
      post('/v1/agents/attacked', { authorization: `Bearer ak_${'0'.repeat(64)}` }, { message: 'x' }),
    ),
    repeat(until, 100, 20, () =>
      post('/v1/preview', user, { prompt: 'x'.repeat(400_000), messages: [{ role: 'user', content: 'x' }] }),
    ),
  ]);
}

/** One honest writer: the last acknowledged text must be stored, and every acknowledged row must exist. */
async function write(
  until: number,
  signedIn: SupabaseClient,
  id: string,
  acknowledged: string[],
): Promise<void> {
  for (let step = 0; Date.now() < until; step += 1) {
    const description = `Revision ${String(Date.now())}-${String(step)}`;
    const { error } = await signedIn.from('agents').update({ description }).eq('id', id);
    if (!error) acknowledged.push(description);
    await sleep(500);
  }
}

async function measure(name: string, env: Record<string, string>): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-attack-'));
  const child = await startApp({ ...env, PORT: options.port, SLIPWAY_HOME: home });
  try {
    const { publishable } = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as {
      publishable: string;
    };
    const client = () =>
      createClient(origin, publishable, {
        auth: { persistSession: false, autoRefreshToken: true },
        realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
      });
    const owner = client();
    const { data: session, error } = await owner.auth.signInWithPassword(demo);
    if (error) throw error;
    const { data: agent } = await owner
      .from('agents')
      .insert({ name: 'Honest', category: 'sales' })
      .select('id')
      .single()
      .throwOnError();

    const quiet = newPhase();
    const attacked = newPhase();
    const acknowledged: string[] = [];
    let lost = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const phase of [quiet, attacked]) {
        const until = Date.now() + (phase === quiet ? PHASE / 4 : PHASE);
        await Promise.all([
          ...Array.from({ length: USERS }, () => browse(phase, until, publishable)),
          watchHealth(phase, until),
          ...(phase === attacked
            ? [
                attacks(until, publishable, session.session.access_token),
                write(until, owner, agent.id, acknowledged),
              ]
            : []),
        ]);
      }
      const { data } = await owner.from('agents').select('description').eq('id', agent.id).single();
      if (data?.description !== acknowledged.at(-1)) lost += 1;
    }
    const ms = (histogram: RecordableHistogram, percentile: number) =>
      histogram.percentile(percentile) / 1000;
    const row = (label: string, phase: Phase) =>
      `| ${name}, ${label} | ${String(phase.users.count)} | ${ms(phase.users, 50).toFixed(0)} | ${ms(phase.users, 95).toFixed(0)} | ${ms(phase.users, 100).toFixed(0)} | ${ms(phase.health, 99).toFixed(0)} | ${ms(phase.health, 100).toFixed(0)} | ${String(phase.failed)} | ${String(phase.limited)} |`;
    const ratio = ms(attacked.users, 95) / ms(quiet.users, 95);
    return [
      row('quiet', quiet),
      row('attacked', attacked),
      `| | | | ${ratio.toFixed(1)} × | | | | | ${String(acknowledged.length)} writes acknowledged, ${String(lost)} lost |`,
    ].join('\n');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(home, { recursive: true, force: true });
  }
}

const rows: string[] = [];
if (options.only !== 'postgresql') rows.push(await measure('embedded', {}));
if (options.only !== 'embedded') {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-attack-postgres-'));
  chmodSync(folder, 0o755);
  const postgres = await startPostgres('17', folder);
  try {
    rows.push(await measure('PostgreSQL', { DATABASE_URL: `${postgres.address}/postgres` }));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
const report = `# Users under attack

\`npx tsx bench/attack.ts --minutes ${options.minutes}\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}. ${String(USERS)} users browse; attackers, users and server share the machine. Times in milliseconds; the third row of a database is the p95 under attack, of the quiet one.

| | requests | p50 | p95 | longest | /healthz p99 | /healthz longest | 5xx or none | 429 |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}
`;
writeFileSync(join(import.meta.dirname, 'results/attack.md'), report);
console.log(report);
