/**
 * A home folder with a migrated and seeded PGlite database, made once for all projects of a checkout: that takes four
 * seconds, which every project's tests and every end-to-end server would need. It is made again after a change of the
 * migrations, the seed, this package or the dependencies.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startBackend } from '../backend';
import { storeFastDemoPassword } from './demoPassword';
import { files } from './files';
import { preparedFolder } from './preparedFolder';

const root = join(import.meta.dirname, '../../../..');
const cache = join(root, 'node_modules/.cache/slipway/prepared-home');

/** SHA-256 of everything that decides the database's content. */
function inputHash(): string {
  const hash = createHash('sha256');
  const add = (path: string) => hash.update(path.slice(root.length)).update(readFileSync(path));
  const isInput = (name: string) => /\.(ts|mjs|sql)$/.test(name) && !name.endsWith('.test.ts');
  for (const folder of [files.migrationsDir, dirname(import.meta.dirname)]) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter(isInput).sort()) add(join(folder, name));
  }
  for (const path of [files.seedFile, files.demoFile, join(root, 'package-lock.json')]) add(path);
  return hash.digest('hex').slice(0, 16);
}

async function make(draft: string): Promise<void> {
  const options = { home: draft, origin: 'http://127.0.0.1', log: () => undefined, ...files };
  const backend = await startBackend(options);
  await storeFastDemoPassword(backend);
  await backend.close();
}

/** The folder's path. Copy it; do not open it. */
export const preparedHome = (): Promise<string> => preparedFolder(cache, inputHash(), make);
