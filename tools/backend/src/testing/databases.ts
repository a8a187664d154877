/** Vitest's global setup: prepares one migrated and seeded PGlite folder to copy, and starts one PostgreSQL. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { TestProject } from 'vitest/node';
import { startBackend } from '../backend';
import { files } from './files';
import { newFolder } from './folder';
import './provided';
import { type PostgresVersion, startPostgres } from './postgres';

/** `POSTGRES=15` runs the database tests on PostgreSQL 15. */
function chosenVersion(): PostgresVersion {
  const chosen = process.env['POSTGRES'] ?? '17';
  if (chosen === '15' || chosen === '17') return chosen;
  throw new Error(`POSTGRES is "${chosen}": it must be 15 or 17`);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  setFlagsFromString('--liftoff-only'); // as `compileOnce` in vitest.shared.ts
  const folder = newFolder('tests');
  const home = join(folder, 'home');
  const prepared = startBackend({ home, origin: 'http://127.0.0.1', log: () => undefined, ...files });
  const postgres = await startPostgres(chosenVersion(), folder);
  await (await prepared).close();

  project.provide('preparedHome', home);
  project.provide('postgresServer', postgres.address);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
