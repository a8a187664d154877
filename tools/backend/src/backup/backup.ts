/**
 * A backup: one compressed archive with every row of the database, the keys and the release store. The dump does not
 * depend on the kind of database: an archive of the embedded one can be restored into PostgreSQL, and the reverse.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '@slipway/contracts';
import { create } from 'tar';
import { openPglite } from '../database/database';
import { lockFolder } from '../database/folderLock';
import { openPostgres } from '../database/postgres';
import { dumpDatabase } from './dump';
import { checksumOf, filesIn, FORMAT, MANIFEST, type Manifest } from './manifest';

/** In the home folder, beside the data. */
export const KEYS = 'keys.json';
export const STORE = 'store';
/** The signing keys of the release store, and what this machine has verified of it. */
export const TRUST = 'trust';

export interface BackupOptions {
  /** The home folder of the installation. */
  home: string;
  /** The database of the installation, instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** The archive, such as `slipway.tar.gz`. */
  file: string;
}

/** Opens the database for a backup. The embedded one must not be in use. */
async function openForBackup(home: string, databaseUrl: string | undefined) {
  if (databaseUrl) return { database: await openPostgres(databaseUrl), unlock: () => undefined };
  const folder = join(home, 'data');
  if (!existsSync(folder)) throw new AppError('not_found', `${folder} does not exist: there is no data`);
  const unlock = await lockFolder(home);
  try {
    return { database: await openPglite(folder), unlock };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * Writes the archive with mode 600: it contains the keys. Returns its manifest.
 * @throws `conflict` when the file exists or the embedded database is in use, `not_found` without data or without the folder
 * of the file
 */
export async function createBackup({ home, databaseUrl, file }: BackupOptions): Promise<Manifest> {
  const target = resolve(file);
  if (existsSync(target)) throw new AppError('conflict', `${target} already exists. Choose another name`);
  if (!existsSync(dirname(target))) {
    throw new AppError('not_found', `${dirname(target)} does not exist. Create it, or choose another folder`);
  }
  const staging = mkdtempSync(join(dirname(target), '.slipway-backup-'));
  try {
    const { database, unlock } = await openForBackup(home, databaseUrl);
    const content = join(staging, 'content');
    let dumped: Awaited<ReturnType<typeof dumpDatabase>>;
    const readKeys = () => (existsSync(join(home, KEYS)) ? readFileSync(join(home, KEYS), 'utf8') : '');
    const keys = readKeys();
    try {
      dumped = await dumpDatabase(database, content);
      if (readKeys() !== keys) {
        throw new AppError(
          'conflict',
          'A key was rotated during the backup, so the backup may lack keys that its rows need. Run it again',
        );
      }
      for (const name of [KEYS, STORE, TRUST]) {
        if (existsSync(join(home, name))) cpSync(join(home, name), join(content, name), { recursive: true });
      }
    } finally {
      await database.close();
      await unlock();
    }
    const files: Record<string, string> = {};
    for (const path of filesIn(content)) files[path] = await checksumOf(join(content, path));
    const manifest: Manifest = {
      format: FORMAT,
      createdAt: new Date().toISOString(),
      engine: databaseUrl ? 'PostgreSQL' : 'PGlite',
      ...dumped,
      files,
    };
    writeFileSync(join(content, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const archive = join(staging, 'archive');
    await create({ gzip: true, portable: true, cwd: content, file: archive }, [
      MANIFEST,
      ...Object.keys(files),
    ]);
    chmodSync(archive, 0o600);
    renameSync(archive, target);
    return manifest;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
