/** The temporary folder of a run: in memory where there is enough space, because tests make many thousand small files. */
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** Bytes. The databases of the tests need half of it (tools/backend/src/testing/folder.ts). */
const REQUIRED_SPACE = 4 * 1024 ** 3;

function hasSpace() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > REQUIRED_SPACE;
  } catch {
    return false;
  }
}

/** A new, empty folder. The caller removes it. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(hasSpace() ? MEMORY : tmpdir(), 'slipway-tests-'));
  chmodSync(folder, 0o711); // PostgreSQL, which runs as another user, reads a file in it
  return folder;
}
