/** `npm run restore <file> [--force]`: restores a backup, then starts the server once to test that it responds. */
import { join } from 'node:path';
import { restoreBackup } from '@slipway/backend';
import { AppError, isAppError } from '@slipway/contracts';
import { readOptions } from './app/options';

const root = join(import.meta.dirname, '../../..');

/** @throws `invalid_input` without a file and for another option, and the errors of `restoreBackup` */
async function restore(args: readonly string[]): Promise<void> {
  const [file, ...rest] = args.filter((arg) => arg !== '--force');
  if (!file || file.startsWith('-') || rest.length > 0) {
    throw new AppError('invalid_input', 'Usage: npm run restore -- slipway.tar.gz [--force]');
  }
  const { home, databaseUrl, slipwayKey, previousSlipwayKey, hasDemo } = readOptions(process.env, root);
  const { createdAt, tables } = await restoreBackup({
    ...{ home, databaseUrl, slipwayKey, previousSlipwayKey, file },
    force: args.includes('--force'),
    migrationsDir: join(root, 'supabase/migrations'),
    demoFile: hasDemo ? join(root, 'supabase/demo.sql') : undefined,
    log: (line) => {
      console.log(line);
    },
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored ${String(rows)} rows of ${createdAt}. The server starts and responds. Start it with npm start`,
  );
}

try {
  await restore(process.argv.slice(2));
} catch (error) {
  console.error(isAppError(error) ? `slipway: ${error.message}` : error);
  process.exit(1);
}
