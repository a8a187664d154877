/**
 * The Supabase CLI pushes the migrations to a database as hosted Supabase provides it (`hosted/project.sql`), where
 * `postgres` is no superuser, and the functions work there. The commands are those of docs/hosted-supabase.md.
 * One file: all tests share the pushed database.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate, openPostgres } from '@slipway/backend';
import { files, newFolder, newKey } from '@slipway/backend/testing';
import { type HostedProject, startHostedProject, sweepHasRun } from '@slipway/backend/testing/hosted';
import { schemaLines } from '../schema/schemaLines';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
let project: HostedProject;
/** As `postgres`, the role of the CLI and of scheduled jobs. */
let database: Database;

const addressAs = (role: string, name: string) => project.addressAs(role, name);
const as = (role: string, name: string, sql: string) => project.as(role, name, sql);

async function push(workdir = root): Promise<string> {
  const target = `${addressAs('postgres', 'postgres')}?sslmode=disable`;
  const { stdout, stderr } = await run(
    join(root, 'node_modules/.bin/supabase'),
    ['db', 'push', `--remote=${target}`, '--include-seed', '--yes'],
    { cwd: workdir, env: { ...process.env, HOME: folder, SUPABASE_TELEMETRY_DISABLED: '1' } },
  );
  return stdout + stderr;
}

beforeAll(async () => {
  folder = newFolder('hosted');
  project = await startHostedProject(folder);
  database = await openPostgres(addressAs('postgres', 'postgres'));
});
afterAll(async () => {
  await database.close();
  await project.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Without the objects that the platform provides. */
const ours = (lines: readonly string[]) =>
  lines.filter((line) => !/^(?:schema|extension|role|default privileges) |^[^(]*\bauth\./.test(line));

test('pushes every migration and the sample agents once, without a warning', async () => {
  const first = await push();
  expect(first).not.toMatch(/WARN/);
  const versions = await database.rows<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by 1',
  );
  const names = readdirSync(join(root, 'supabase/migrations')).filter((name) => name.endsWith('.sql'));
  expect(versions.map(({ version }) => version)).toEqual(names.map((name) => name.slice(0, 14)));
  const [sizes] = await database.rows(
    'select (select count(*)::int from public.agents) as agents, (select count(*)::int from auth.users) as users',
  );
  expect(sizes).toEqual({ agents: 6, users: 1 });
  expect(await push()).toContain('Remote database is up to date');
});

test('the schema equals the one of the embedded backend', async () => {
  await as('supabase_admin', 'template1', 'create database embedded owner postgres');
  const local = await openPostgres(addressAs('postgres', 'embedded'));
  try {
    await migrate(local, files);
    const [hosted, embedded] = [ours(await schemaLines(database)), ours(await schemaLines(local))];
    expect(hosted.length).toBeGreaterThan(500);
    expect(hosted.filter((line) => !embedded.includes(line))).toEqual([]);
    expect(embedded.filter((line) => !hosted.includes(line))).toEqual([]);
  } finally {
    await local.close();
  }
});

test('a new account has a profile, and its key is encrypted with the secret in Vault', async () => {
  const [user, key] = [randomUUID(), newKey()];
  await database.run(`select vault.create_secret('${randomBytes(32).toString('base64')}', 'slipway_key')`);
  await as(
    'supabase_admin',
    'postgres',
    `set role supabase_auth_admin;
     insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
     values ('${user}', 'authenticated', 'authenticated', 'olga@example.com', '{"full_name": "Olga"}', now(), now())`,
  );
  expect(await database.rows(`select full_name from public.profiles where id = '${user}'`)).toEqual([
    { full_name: 'Olga' },
  ]);
  await database.run(`begin;
    set local role authenticated;
    select set_config('request.jwt.claims', '{"sub": "${user}", "role": "authenticated", "aal": "aal1"}', true);
    insert into public.deployments (user_id, agent_id, name, api_key, endpoint_url, status)
      select '${user}', id, 'bot', '${key}', 'https://api.example.com/v1/agents/bot', 'pending'
      from public.agents order by id limit 1;
    commit`);
  const hash = createHash('sha256').update(key).digest('hex');
  const [stored] = await database.rows<{ revealed: string }>(
    `select extensions.pgp_sym_decrypt(k.ciphertext, s.decrypted_secret) as revealed
     from private.deployment_keys k, vault.decrypted_secrets s
     where k.hash = decode('${hash}', 'hex') and s.name = 'slipway_key'`,
  );
  expect(stored?.revealed).toBe(key);
});

test('the sweep, which pg_cron runs as postgres, activates a deployment that is due', async () => {
  // Without triggers, which would set the time.
  await as(
    'supabase_admin',
    'postgres',
    "set session_replication_role = replica; update public.deployments set updated_at = now() - interval '1 minute'",
  );
  await database.run('select public.sweep_deployments()');
  expect(await database.rows('select distinct status::text from public.deployments')).toEqual([
    { status: 'active' },
  ]);
});

// At night, because each of its pushes is a process that compares all migrations.
test.runIf(process.env['TEST_TIER'] === 'nightly')(
  'a migration that fails half-way leaves nothing; corrected, it is pushed, as the runbook says (21.6)',
  async () => {
    const copy = join(folder, 'copy');
    cpSync(join(root, 'supabase'), join(copy, 'supabase'), {
      recursive: true,
      filter: (path) => !/node_modules|test-results|[/]\.(?:temp|branches)/.test(path),
    });
    const file = join(copy, 'supabase/migrations/29990101000000_half_way.sql');
    const table = 'create table public.half_way (id int);';
    const has = async () =>
      (await database.rows("select from pg_class where relname = 'half_way'")).length === 1;
    writeFileSync(file, `${table}\nselect missing from nowhere;`);
    await expect(push(copy)).rejects.toMatchObject({ stderr: expect.stringContaining('nowhere') as string });
    expect(await has()).toBe(false);
    writeFileSync(file, table);
    await push(copy);
    expect(await has()).toBe(true);
    await database.run(
      "drop table public.half_way; delete from supabase_migrations.schema_migrations where name = 'half_way'",
    );
  },
);

/** The database's findings of `slipway doctor --hosted`: what is missing, by subject. The services are not there. */
async function doctor(): Promise<Record<string, string>> {
  const environments = join(folder, 'environments');
  mkdirSync(environments, { recursive: true });
  const production = {
    ...{ name: 'production', store: join(folder, 'store'), address: 'http://127.0.0.1:9' },
    backend: { url: 'http://127.0.0.1:9', publishableKey: 'sb_publishable_test', mfa: true },
  };
  writeFileSync(join(environments, 'production.json'), JSON.stringify(production));
  const command = [join(root, 'tools/cli/bin/slipway.mjs'), 'doctor', '--hosted', '--env', 'production'];
  const env = {
    ...{ ...process.env, SLIPWAY_ENVIRONMENTS: environments },
    DATABASE_URL: addressAs('postgres', 'postgres'),
  };
  const { stderr } = await run(process.execPath, command, { cwd: root, env }).catch(
    (error: unknown) => error as { stderr: string },
  );
  const failed = [...stderr.matchAll(/^ {2}FAILED {2}(?<subject>[^:]+): (?<detail>.*)$/gm)];
  const services = ['auth', 'data API', 'gateway'];
  return Object.fromEntries(
    failed
      .map(({ groups: { subject = '', detail = '' } = {} }): [string, string] => [subject, detail])
      .filter(([subject]) => !services.includes(subject)),
  );
}

test('slipway doctor --hosted names what is missing, and nothing when all is there (21.4)', async () => {
  // pg_cron as a schema of the same shape: the extension needs a server that loads its library.
  await as('supabase_admin', 'postgres', 'create schema cron; grant usage on schema cron to postgres');
  expect(await doctor()).toEqual({ 'scheduled jobs': expect.stringContaining('pg_cron') as string });
  await as('supabase_admin', 'postgres', sweepHasRun);
  expect(await doctor()).toEqual({});
  const run = (sql: string) => as('supabase_admin', 'postgres', sql);
  const jobs = async () => (await doctor())['scheduled jobs'];
  await run("update cron.job set command = 'select public.sweep_deployments()' where jobid = 5");
  expect(await jobs()).toMatch(/^nothing runs months of sweep_deployments: select cron\.schedule/);
  await run("update cron.job set command = 'select public.sweep_deployments(''months'')' where jobid = 5");

  await run(`insert into private.deployment_meters (deployment_id, agent_id, payer, creator, charged_until, error)
    values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), 'overflow')`);
  expect(await jobs()).toMatch(/^the month of deployment [\da-f-]{36} cannot be charged: overflow$/);
  await run('delete from private.deployment_meters');
  await run(`insert into private.sweep_failures (job, subject, error, retry_at)
    values ('subscriptions', gen_random_uuid(), 'overflow', now())`);
  expect(await jobs()).toMatch(/^subscription [\da-f-]{36} cannot be renewed or ended: overflow$/);
  await run('delete from private.sweep_failures');

  const demo = 'd0000000-0000-4000-8000-000000000001';
  await as(
    'supabase_admin',
    'postgres',
    `alter table public.agents disable row level security;
     alter role authenticated reset lock_timeout;
     delete from vault.secrets;
     update cron.job_run_details set status = 'failed', return_message = 'permission denied' where jobid = 5;
     delete from supabase_migrations.schema_migrations where version >= '20261127';
     alter role service_role nobypassrls;
     set role supabase_auth_admin;
     insert into auth.users (id, aud, role, email, created_at, updated_at)
     values ('${demo}', 'authenticated', 'authenticated', 'demo@slipway.example', now(), now())`,
  );
  expect(await doctor()).toEqual({
    'row-level security': expect.stringMatching(/^agents:/) as string,
    timeouts: expect.stringContaining('lock_timeout of authenticated') as string,
    vault: expect.stringContaining('no secret slipway_key') as string,
    'scheduled jobs': 'the last run of months of sweep_deployments failed: permission denied',
    migrations: expect.stringMatching(/20261127\d+.* not applied: npx supabase db push --remote/) as string,
    roles: expect.stringMatching(/^service_role:/) as string,
    'demo data': expect.stringContaining('1 users of supabase/demo.sql') as string,
  });
});
