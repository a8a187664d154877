/** `node run.mjs <module> [argument …]`: runs a program of TypeScript as if it were `process.argv[1]`. */
import { resolve } from 'node:path';
import { importCompiled } from './compiled.mjs';

process.argv.splice(1, 1);
await importCompiled(resolve(process.argv[1]));
