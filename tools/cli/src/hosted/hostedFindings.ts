/** `slipway doctor --hosted`: checks a hosted Supabase project, its auth settings and the services beside it. Only reads. */
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import { authFindings } from './authChecks';
import { databaseFindings, type Read, type Row } from './databaseChecks';
import { type Finding, finding, missing } from '../checks/finding';
import { serviceFindings } from './serviceChecks';

const MANAGEMENT_API = 'https://api.supabase.com';
/** Milliseconds for each statement. */
const TIMEOUT = 15_000;
/** Milliseconds for the server's own timeout to come first. */
const TRANSFER = 2_000;
/** Milliseconds for the connection to close. */
const CLOSING = 2_000;

/**
 * Reads `DATABASE_URL`, the session connection as `postgres`, and `SUPABASE_ACCESS_TOKEN`.
 * @throws `invalid_input` for an environment with the embedded backend, and without a connection
 */
export async function hostedFindings(
  env: NodeJS.ProcessEnv,
  workspace: Workspace,
  environment: Environment,
): Promise<Finding[]> {
  const { backend, name } = environment;
  if (backend === 'embedded')
    throw new AppError(
      'invalid_input',
      `${name} uses the embedded backend: slipway doctor --env ${name} checks it`,
    );
  const url = env['DATABASE_URL'];
  if (!url)
    throw new AppError(
      'invalid_input',
      'DATABASE_URL is not set: it is the session connection of the project (in the dashboard: Connect, Session pooler)',
    );
  const parts = await Promise.all([
    inDatabase(url, join(workspace.root, 'supabase/migrations')),
    authFindings({
      ...{ environment, backend, accessToken: env['SUPABASE_ACCESS_TOKEN'] },
      managementApi: MANAGEMENT_API,
    }),
    serviceFindings(environment, backend),
  ]);
  return parts.flat();
}

/** Such as `db.example.com:5432/postgres`: without the password. */
const locationOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).host + new URL(url).pathname : 'the database';

/** Its checks, each of whose statements may take `timeout` milliseconds. A database that never responds is one finding. */
export async function inDatabase(
  connectionString: string,
  migrations: string,
  timeout = TIMEOUT,
): Promise<Finding[]> {
  // Only this command needs the driver.
  const { default: pg } = await import('pg');
  const socket = new Socket();
  const client = new pg.Client({
    ...{ connectionString, application_name: 'slipway doctor', stream: () => socket },
    ...{ connectionTimeoutMillis: timeout, statement_timeout: timeout },
    query_timeout: timeout + TRANSFER, // the server's own timeout does not help when it is frozen
  });
  client.on('error', () => undefined); // the statement that waits is rejected with it
  let isSilent = false;
  const reportSilence = () =>
    missing(
      `${locationOf(connectionString)} (DATABASE_URL) accepted the connection, but did not respond within ${String((timeout + TRANSFER) / 1_000)} s: check that the project is not paused or overloaded, then try again`,
    );
  const ask: Read = async (sql, parameters = []) => {
    if (isSilent) reportSilence();
    try {
      return (await client.query<Row>(sql, [...parameters])).rows;
    } catch (error) {
      isSilent = error instanceof Error && error.message === 'Query read timeout';
      if (isSilent) reportSilence();
      throw error;
    }
  };
  // One at a time: the limit of a statement begins with it.
  let before: Promise<unknown> = Promise.resolve();
  const read: Read = (sql, parameters) => {
    const rows = before.then(() => ask(sql, parameters));
    before = rows.catch(() => undefined);
    return rows;
  };
  const connected = await finding('database', async () => {
    await client.connect();
    await read('set default_transaction_read_only = on');
    return 'connected';
  });
  try {
    return connected.isHealthy ? await databaseFindings(read, migrations) : [connected];
  } finally {
    if (connected.isHealthy && !isSilent) await Promise.race([client.end(), sleep(CLOSING)]);
    socket.destroy();
  }
}
