/** Vitest's global setup: one migrated and seeded database of each engine to copy. Starts one PostgreSQL. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { TestProject } from 'vitest/node';
import { startBackend } from '../backend';
import { createDatabase, PREPARED_DATABASE, storeFastPassword, vacuum } from './createDatabase';
import { storeFastDemoPassword } from './demoPassword';
import { files } from './files';
import { newFolder } from './folder.mjs';
import { preparedHome } from './preparedHome';
import './provided';
import { manyDatabases, type PostgresVersion, startPostgres } from './postgres';

/** `POSTGRES=15` runs the database tests on PostgreSQL 15. */
function chosenVersion(): PostgresVersion {
  const chosen = process.env['POSTGRES'] || '17';
  if (chosen === '15' || chosen === '17') return chosen;
  throw new Error(`POSTGRES is "${chosen}": it must be 15 or 17`);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  setFlagsFromString('--liftoff-only'); // as `compileOnce` in vitest.shared.ts
  const folder = newFolder('tests');
  const [prepared, postgres] = await Promise.all([
    preparedHome(),
    startPostgres(chosenVersion(), folder, manyDatabases),
  ]);
  await storeFastPassword(postgres.address);
  // The same keys as in the prepared home: a copy of either database works with a copy of `keys.json`.
  const home = join(folder, 'home');
  mkdirSync(home);
  cpSync(join(prepared, 'keys.json'), join(home, 'keys.json'));
  const databaseUrl = await createDatabase(postgres.address, { name: PREPARED_DATABASE });
  const options = { home, databaseUrl, origin: 'http://127.0.0.1', log: () => undefined, ...files };
  const backend = await startBackend(options);
  await storeFastDemoPassword(backend);
  await backend.close();
  await vacuum(databaseUrl);

  project.provide('preparedHome', prepared);
  project.provide('testsFolder', folder);
  project.provide('postgresServer', postgres.address);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
