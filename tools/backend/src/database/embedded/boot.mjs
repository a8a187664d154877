/** Starts the database's worker thread. Plain JavaScript: a thread does not inherit tsx, which compiles the rest. */
import { register } from 'tsx/esm/api';

register();
await import('./pgliteWorker.ts');
