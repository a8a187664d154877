/** The migration files of this folder, and the list of landed ones with their checksums. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationFile } from './migrationFiles';

const folder = join(import.meta.dirname, '../migrations');

export const lockFile = join(import.meta.dirname, '../migrations.lock');

/** In the order in which they are applied. */
export const readMigrationFiles = (): MigrationFile[] =>
  readdirSync(folder)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
