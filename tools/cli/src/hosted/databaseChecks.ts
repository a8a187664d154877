/**
 * Checks of a hosted project's database: what `supabase db push` and the steps of docs/hosted-supabase.md leave in it.
 * Every statement only reads. Source: system catalogs, and the schemas `supabase_migrations`, `vault`, `cron` and `auth`.
 */
import { readdir } from 'node:fs/promises';
import { type Finding, finding, missing } from '../checks/finding';

export type Row = Record<string, unknown>;
export type Read = (sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/** Seconds since the last run of the sweep after which it counts as stopped. */
const SWEEP_STOPPED = 300;
const API_ROLES = ['anon', 'authenticated', 'service_role'];
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
const EXTENSIONS = ['pgcrypto', 'pg_trgm'];

const listed = (values: readonly unknown[]) => values.map(String).join(', ');

/** `migrations` is the folder `supabase/migrations`. */
export const databaseFindings = (read: Read, migrations: string): Promise<Finding[]> =>
  Promise.all([
    finding('migrations', () => checkMigrations(read, migrations)),
    finding('roles', () => checkRoles(read)),
    finding('timeouts', () => checkTimeouts(read)),
    finding('extensions', () => checkExtensions(read)),
    finding('row-level security', () => checkRowSecurity(read)),
    finding('vault', () => checkVault(read)),
    finding('scheduled jobs', () => checkJobs(read)),
    finding('demo data', () => checkDemo(read)),
  ]);

const exists = async (read: Read, relation: string): Promise<boolean> =>
  (await read('select to_regclass($1) is not null as found', [relation]))[0]?.['found'] === true;

async function checkMigrations(read: Read, folder: string): Promise<string> {
  const wanted = (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, 14))
    .sort();
  const table = 'supabase_migrations.schema_migrations';
  if (!(await exists(read, table))) missing('none is applied: npx supabase db push --remote --include-seed');
  const applied = (await read(`select version from ${table} order by 1`)).map(({ version }) =>
    String(version),
  );
  const absent = wanted.filter((version) => !applied.includes(version));
  if (absent.length > 0) missing(`${listed(absent)} not applied: npx supabase db push --remote`);
  const unknown = applied.filter((version) => !wanted.includes(version));
  if (unknown.length > 0)
    missing(`the database has ${listed(unknown)}, which this checkout does not: update it`);
  return `all ${String(wanted.length)} are applied, the last is ${wanted.at(-1) ?? 'none'}`;
}

async function checkRoles(read: Read): Promise<string> {
  const rows = await read(
    `select rolname as role, rolbypassrls as bypasses, rolsuper as super, rolcanlogin as login,
       pg_has_role('authenticator', oid, 'member') as member
     from pg_roles where rolname = any ($1)`,
    [API_ROLES],
  );
  const wrong = API_ROLES.filter((name) => {
    const row = rows.find(({ role }) => role === name);
    return (
      !row || row['super'] || row['login'] || !row['member'] || row['bypasses'] !== (name === 'service_role')
    );
  });
  if (wrong.length > 0)
    missing(
      `${listed(wrong)}: must exist without login, be granted to authenticator, and only service_role bypasses row-level security`,
    );
  return `${listed(API_ROLES)} have the rights that the API expects`;
}

async function checkTimeouts(read: Read): Promise<string> {
  const rows = await read(
    'select rolname as role, coalesce(rolconfig, array[]::text[]) as settings from pg_roles where rolname = any ($1)',
    [API_ROLES],
  );
  const absent = API_ROLES.flatMap((name) => {
    const settings = (rows.find(({ role }) => role === name)?.['settings'] ?? []) as string[];
    return TIMEOUTS.filter(
      (timeout) =>
        !settings.some((setting) => setting.startsWith(`${timeout}=`) && !/=0[a-z]*$/.test(setting)),
    ).map((timeout) => `${timeout} of ${name}`);
  });
  if (absent.length > 0)
    missing(
      `no ${listed(absent)}: alter role <role> set <timeout> = '<seconds>s', as the migration role_timeouts does`,
    );
  return `${listed(API_ROLES)} have limits for statements, locks and idle transactions`;
}

async function checkExtensions(read: Read): Promise<string> {
  const rows = await read('select extname as name from pg_extension');
  const absent = EXTENSIONS.filter((name) => !rows.some((row) => row['name'] === name));
  if (absent.length > 0) missing(`${listed(absent)} not installed: enable it under Database, Extensions`);
  return `${listed(EXTENSIONS)} are installed`;
}

async function checkRowSecurity(read: Read): Promise<string> {
  const rows = await read(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1`,
  );
  if (rows.length > 0)
    missing(
      `${listed(rows.map(({ name }) => name))}: everyone reads and writes it, enable row-level security`,
    );
  return 'on, for every table that the API exposes';
}

async function checkVault(read: Read): Promise<string> {
  if (!(await exists(read, 'vault.decrypted_secrets')))
    missing('Vault is not enabled: enable the extension supabase_vault');
  const rows = await read(
    "select name, length(decrypted_secret) as length from vault.decrypted_secrets where name like 'slipway_key%'",
  );
  const key = rows.find(({ name }) => name === 'slipway_key');
  if (!key)
    missing(
      "no secret slipway_key, so API keys can never be shown again: select vault.create_secret('<32 random bytes, base64>', 'slipway_key')",
    );
  if (Number(key['length']) < 32)
    missing('slipway_key is shorter than 32 characters: replace it (docs/hosted-supabase.md, Rotate keys)');
  return rows.some(({ name }) => name === 'slipway_key_previous')
    ? 'slipway_key is set; slipway_key_previous is there too: finish the rotation (docs/hosted-supabase.md, Rotate keys)'
    : 'slipway_key is set';
}

const schedule =
  "select cron.schedule('slipway-sweep-' || job, '10 seconds', format('select public.sweep_deployments(%L)', job)) from unnest(private.sweep_jobs()) job";

/** Each job of the sweep with its schedule and its last run. */
const scheduledJobs = `
  select j.name, c.active, r.status, r.message, r.age
  from unnest(private.sweep_jobs()) with ordinality j (name, place)
  left join lateral (
    select o.jobid, o.active from cron.job o
    where o.command ilike format('%%sweep_deployments(%L)%%', j.name) order by o.active desc limit 1
  ) c on true
  left join lateral (
    select d.status, d.return_message as message, extract(epoch from now() - d.start_time)::int as age
    from cron.job_run_details d where d.jobid = c.jobid and d.status <> 'running' order by d.start_time desc limit 1
  ) r on true
  order by j.place`;

async function checkJobs(read: Read): Promise<string> {
  if (!(await exists(read, 'cron.job')))
    missing(`pg_cron is not enabled: enable it under Database, Extensions, then ${schedule}`);
  const jobs = await read(scheduledJobs);
  const named = (matches: (job: Row) => boolean) => listed(jobs.filter(matches).map(({ name }) => name));
  const absent = named(({ active }) => active === null);
  if (absent) missing(`nothing runs ${absent} of sweep_deployments: ${schedule}`);
  const off = named(({ active }) => active !== true);
  if (off) missing(`${off} of sweep_deployments is switched off: update cron.job set active = true`);
  const waiting = named(({ status }) => status === null);
  if (waiting) missing(`${waiting} of sweep_deployments has not run yet: wait ten seconds, then check again`);
  const failed = jobs.find(({ status }) => status === 'failed');
  if (failed)
    missing(
      `the last run of ${String(failed['name'])} of sweep_deployments failed: ${String(failed['message'])}`,
    );
  const stopped = named(({ age }) => Number(age) > SWEEP_STOPPED);
  if (stopped)
    missing(
      `${stopped} of sweep_deployments last ran more than ${String(SWEEP_STOPPED)} s ago: restart the database, or look into cron.job_run_details`,
    );
  if ((await read("select from cron.job where active and command ilike '%sweep_deployments()%'")).length > 0)
    missing(
      "a job runs all of sweep_deployments in one transaction too: select cron.unschedule('slipway-sweep')",
    );
  const [batch] = await read(
    'select kind, error from private.jobs where error is not null and finished_at is null order by updated_at limit 1',
  );
  if (batch) missing(`a background job (${String(batch['kind'])}) fails: ${String(batch['error'])}`);
  const [failure] = await read(
    `select format('the month of deployment %s cannot be charged: %s', deployment_id, error) as text, failing_since
     from private.deployment_meters where error is not null
     union all
     select format(case job when 'invoices' then 'the invoices of account %s cannot be made: %s'
       else 'subscription %s cannot be renewed or ended: %s' end, subject, error), failing_since
     from private.sweep_failures
     order by failing_since limit 1`,
  );
  if (failure) missing(String(failure['text']));
  return `${named(() => true)} of sweep_deployments run`;
}

/** Ids of `supabase/demo.sql`. Source: that file. */
async function checkDemo(read: Read): Promise<string> {
  const rows = await read(
    `select id from auth.users
     where lower(email) = 'demo@slipway.example' or id::text like any (array['d0000000-0000-4000-8000-%', 'b0000000-0000-4000-8000-%'])`,
  );
  if (rows.length > 0)
    missing(
      `${String(rows.length)} users of supabase/demo.sql are in the database, one with a public password: delete them from auth.users`,
    );
  return 'none';
}
