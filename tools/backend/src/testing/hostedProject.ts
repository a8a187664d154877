/** PostgreSQL as a new project on hosted Supabase provides it, where `postgres` is no superuser. Source: `supabase/hosted/project.sql`. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openPostgres } from '../database/postgres';
import { files } from './files';
import { startPostgres } from './postgres';

export interface HostedProject {
  /** The connection of a role, without a TLS mode. `postgres` is the role of the CLI and of scheduled jobs. */
  addressAs(role: string, database: string): string;
  /** Runs statements as a role; `supabase_admin` is a superuser. */
  as(role: string, database: string, sql: string): Promise<void>;
  stop(): Promise<void>;
}

/** pg_cron as tables of the same shape: the extension needs a server that loads its library. The schema must exist. */
export const sweepHasRun = `
  create table cron.job (jobid bigint primary key, schedule text, command text, active boolean);
  create table cron.job_run_details (jobid bigint, status text, return_message text, start_time timestamptz);
  grant all on all tables in schema cron to postgres;
  insert into cron.job
  select place, '10 seconds', format('select public.sweep_deployments(%L)', job), true
  from unnest(private.sweep_jobs()) with ordinality j (job, place);
  insert into cron.job_run_details select jobid, 'succeeded', '1 row', now() from cron.job`;

/** Starts a project with its data in `folder`. */
export async function startHostedProject(folder: string): Promise<HostedProject> {
  const server = await startPostgres('17', folder);
  const addressAs = (role: string, database: string) =>
    server.address.replace('postgres:postgres@', `${role}:postgres@`) + `/${database}`;
  const as = async (role: string, database: string, sql: string) => {
    const opened = await openPostgres(addressAs(role, database));
    await opened.run(sql).finally(() => opened.close());
  };
  // The installation's own superuser is called postgres; a role cannot rename itself.
  await as('postgres', 'postgres', "create role supabase_admin superuser login password 'postgres'");
  await as('supabase_admin', 'template1', 'alter role postgres rename to bootstrap');
  const project = join(dirname(files.migrationsDir), 'hosted/project.sql');
  await as('supabase_admin', 'postgres', readFileSync(project, 'utf8'));
  return { addressAs, as, stop: () => server.stop() };
}
