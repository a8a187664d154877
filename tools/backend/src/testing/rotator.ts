/**
 * The child process of the rotation tests: rotates the encryption key, one row per transaction, prints each step, and waits
 * for a byte before the next one, so that a test can end it between two steps.
 */
import { readSync } from 'node:fs';
import { rotateKey } from '../keys/rotate';

const [home = '', databaseUrl] = process.argv.slice(2);
await rotateKey({
  home,
  databaseUrl: databaseUrl || undefined,
  name: 'encryption',
  batch: 1,
  progress(line) {
    process.stdout.write(`${line}\n`);
    readSync(0, Buffer.alloc(1));
  },
});
process.stdout.write('finished\n');
