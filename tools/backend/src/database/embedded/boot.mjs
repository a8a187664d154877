/** Starts the database's worker thread. Plain JavaScript: it compiles the rest, once. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { importCompiled } from '@slipway/server/compiled';

// V8 compiles a function of PostgreSQL again, optimized, when so many bytes of it have run. With V8's default that takes a
// second of each start and 50 MB, for statements that run once. Functions that run for seconds are still optimized.
setFlagsFromString('--wasm-tiering-budget=2000000000');

await importCompiled(join(import.meta.dirname, 'pgliteWorker.ts'));
