/**
 * `npm run backup [file]`: writes the database, the keys and the release store, if the home folder has one, to one archive.
 * The embedded database must not be in use; with `DATABASE_URL` the server may run.
 */
import { join } from 'node:path';
import { createBackup } from '@slipway/backend';
import { AppError, isAppError } from '@slipway/contracts';
import { readOptions } from './app/options';

const root = join(import.meta.dirname, '../../..');

/** Such as `slipway-2026-11-22T0512.tar.gz`, in the current folder. */
const defaultName = (now: Date) => `slipway-${now.toISOString().slice(0, 16).replaceAll(':', '')}.tar.gz`;

/** @throws `invalid_input` for options and more than one file, and the errors of `createBackup` */
async function backup([file = defaultName(new Date()), ...rest]: readonly string[]): Promise<void> {
  if (file.startsWith('-') || rest.length > 0) {
    throw new AppError('invalid_input', 'Usage: npm run backup [-- slipway.tar.gz]');
  }
  const { home, databaseUrl } = readOptions(process.env, root);
  const { tables, files } = await createBackup({ home, databaseUrl, file });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const paths = Object.keys(files);
  const parts = [
    `${String(rows)} rows of ${String(tables.length)} tables`,
    ...(paths.includes('keys.json') ? ['the keys'] : []),
    // The releases of another environment of this machine are in the store of `local`.
    ...(paths.some((path) => path.startsWith('store/')) ? ['the release store'] : []),
  ];
  console.log(`${file}: ${new Intl.ListFormat('en-GB').format(parts)}`);
  console.log('  It contains passwords (hashed), keys and personal data: store it encrypted');
  if (process.env.SLIPWAY_KEY) console.log('  It does not contain SLIPWAY_KEY: keep that separately');
}

try {
  await backup(process.argv.slice(2));
} catch (error) {
  console.error(isAppError(error) ? `slipway: ${error.message}` : error);
  process.exit(1);
}
