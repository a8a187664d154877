/** Starts the database's worker thread. Plain JavaScript: it compiles the rest, once. */
import { join } from 'node:path';
import { importCompiled } from '@slipway/server/compiled';

await importCompiled(join(import.meta.dirname, 'pgliteWorker.ts'));
