/** Starts the database's worker thread. Plain JavaScript: it compiles the rest, once. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { importCompiled } from '@slipway/server/compiled';

// V8 compiles a function of PostgreSQL again, optimized, when so many bytes of it have run. With V8's default, of 1.8 million
// in Node 20, that takes a second of each start and 40 MB, for statements that run once.
setFlagsFromString('--wasm-tiering-budget=90000000');

await importCompiled(join(import.meta.dirname, 'pgliteWorker.ts'));
