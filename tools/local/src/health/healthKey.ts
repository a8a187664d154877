/** The key of readers of the health records, in the home folder with mode 600: `health-key`. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Generates a missing one. */
export function readHealthKey(home: string): string {
  const file = join(home, 'health-key');
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const key = randomBytes(32).toString('base64url');
    writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600 });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8').trim();
  }
}
