/**
 * A hosted project with its services, for one environment: the database is real, and the data API, the gateway and the
 * collector answer what `slipway` asks them.
 */
import { createServer } from 'node:http';
import { rmSync } from 'node:fs';
import { openPostgres } from '@slipway/backend';
import { newFolder } from '@slipway/backend/testing';
import { startHostedProject } from '@slipway/backend/testing/hosted';
import { listen } from './listen';

export interface HostedEnvironment {
  /** The origin of the app, the data API, the gateway and the collector. */
  origin: string;
  databaseUrl: string;
  /** The newest migration, undefined before the first one. */
  migration(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * pg_cron as views of the same shape, in which every job of the sweep has just run. The function is called when they are
 * read: the first migrations come with a workflow.
 */
const cron = `
  create schema cron;
  create function cron.sweep_jobs() returns text[] language plpgsql as 'begin return private.sweep_jobs(); end';
  create view cron.job as
    select place as jobid, format('select public.sweep_deployments(%L)', name) as command, true as active
    from unnest(cron.sweep_jobs()) with ordinality j (name, place);
  create view cron.job_run_details as
    select jobid, 'succeeded' as status, '1 row' as return_message, now() as start_time from cron.job;
  grant usage on schema cron to postgres;
  grant select on all tables in schema cron to postgres`;

/** With the steps of docs/hosted-supabase.md that follow the migrations. `site` serves the app. */
export async function startHostedEnvironment(
  name: string,
  site: (request: Request) => Promise<Response> = () => Promise.resolve(new Response('', { status: 404 })),
): Promise<HostedEnvironment> {
  const folder = newFolder(`hosted-${name}`);
  const project = await startHostedProject(folder);
  await project.as('supabase_admin', 'postgres', cron);
  await project.as('postgres', 'postgres', `select vault.create_secret('${'k'.repeat(44)}', 'slipway_key')`);
  const database = await openPostgres(project.addressAs('postgres', 'postgres'));
  const migration = async () => {
    const [{ found } = { found: false }] = await database.rows<{ found: boolean }>(
      "select to_regprocedure('public.schema_version()') is not null as found",
    );
    if (!found) return undefined;
    const [row] = await database.rows<{ version: string }>('select public.schema_version() as version');
    return row?.version;
  };

  const answers: Record<string, () => Promise<[status: number, body: unknown]>> = {
    async 'POST /rest/v1/rpc/schema_version public'() {
      const version = await migration();
      return version === undefined ? [404, {}] : [200, version];
    },
    'POST /rest/v1/rpc/schema_version private': () => Promise.resolve([406, {}]),
    'GET /auth/v1/settings': () =>
      Promise.resolve([200, { external: { email: true }, disable_signup: false, mailer_autoconfirm: false }]),
    'GET /v1/models': () => Promise.resolve([401, {}]),
    'POST /health-events': () => Promise.resolve([400, {}]),
  };
  const server = createServer((request, response) => {
    const rpc = request.url?.startsWith('/rest/v1/rpc/') ?? false;
    const profile = String(request.headers['content-profile'] ?? 'public');
    const answer = answers[`${request.method ?? ''} ${request.url ?? ''}${rpc ? ` ${profile}` : ''}`];
    if (answer)
      void answer().then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    else
      void site(new Request(new URL(request.url ?? '/', 'http://site'), { method: request.method ?? 'GET' }))
        // Such as the Worker before the first deploy.
        .catch((error: unknown) => new Response(String(error), { status: 500 }))
        .then(async (page) => {
          const body = Buffer.from(await page.arrayBuffer());
          response.writeHead(page.status, Object.fromEntries(page.headers)).end(body);
        });
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    databaseUrl: `${project.addressAs('postgres', 'postgres')}?sslmode=disable`,
    migration,
    async close() {
      await close();
      await database.close();
      await project.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
