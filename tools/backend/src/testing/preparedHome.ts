/**
 * A home folder with a migrated and seeded PGlite database, made once for all projects of a checkout: that takes four
 * seconds, which every project's tests and every end-to-end server would need. It is made again after a change of the
 * migrations, the seed, this package or the dependencies.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBackend } from '../backend';
import { lockFolder } from '../database/folderLock';
import { storeFastDemoPassword } from './demoPassword';
import { files } from './files';

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

/** Waits while another process makes the same folder. */
async function lockCache(): Promise<() => void> {
  for (;;) {
    try {
      return await lockFolder(cache, 'making.lock');
    } catch {
      await sleep(100);
    }
  }
}

/** The folder's path. Copy it; do not open it. */
export async function preparedHome(): Promise<string> {
  const home = join(cache, inputHash());
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const unlock = await lockCache();
  try {
    if (existsSync(home)) return home;
    for (const name of readdirSync(cache)) {
      if (!name.startsWith('making.lock')) rmSync(join(cache, name), { recursive: true });
    }
    const draft = join(cache, 'draft');
    const options = { home: draft, origin: 'http://127.0.0.1', log: () => undefined, ...files };
    const backend = await startBackend(options);
    await storeFastDemoPassword(backend);
    await backend.close();
    renameSync(draft, home);
    return home;
  } finally {
    unlock();
  }
}
