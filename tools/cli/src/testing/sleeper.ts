/** Takes the lock of a file, and writes the file when a line arrives: a test stops this process in between. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isAppError } from '@slipway/contracts';
import { exitCodes } from '../command-line/exitCodes';
import { withLock } from '../store/lockOnFolderTime';

const [path = ''] = process.argv.slice(2);
try {
  await withLock(path, { key: basename(path), folderNow: Date.now() }, async (assertHeld) => {
    console.log('locked');
    await once(process.stdin, 'data');
    assertHeld();
    writeFileSync(path, 'late');
  });
} catch (error) {
  if (!isAppError(error)) throw error;
  console.error(error.message);
  process.exitCode = exitCodes[error.code];
}
