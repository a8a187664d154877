/** `slipway doctor --hosted`: checks a hosted Supabase project, its auth settings and the services beside it. Only reads. */
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import { authFindings } from './authChecks';
import { databaseFindings, type Row } from './databaseChecks';
import { type Finding, finding } from '../checks/finding';
import { serviceFindings } from './serviceChecks';

const MANAGEMENT_API = 'https://api.supabase.com';
/** Milliseconds for each statement. */
const TIMEOUT = 15_000;

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

async function inDatabase(connectionString: string, migrations: string): Promise<Finding[]> {
  // Only this command needs the driver.
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    ...{ connectionString, application_name: 'slipway doctor' },
    ...{ connectionTimeoutMillis: TIMEOUT, statement_timeout: TIMEOUT },
  });
  client.on('error', () => undefined); // the statement that waits is rejected with it
  const connected = await finding('database', async () => {
    await client.connect();
    await client.query('set default_transaction_read_only = on');
    return 'connected';
  });
  if (!connected.isHealthy) return [connected];
  try {
    const read = async (sql: string, parameters: readonly unknown[] = []) =>
      (await client.query<Row>(sql, [...parameters])).rows;
    return await databaseFindings(read, migrations);
  } finally {
    await client.end();
  }
}
