/** The child process of the rotation tests: rotates the encryption key, one row per transaction, and prints each step. */
import { rotateKey } from '../keys/rotate';

const [home = '', databaseUrl] = process.argv.slice(2);
await rotateKey({
  home,
  databaseUrl: databaseUrl || undefined,
  name: 'encryption',
  batch: 1,
  progress: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write('finished\n');
