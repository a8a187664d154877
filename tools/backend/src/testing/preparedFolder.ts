/** Folders that several processes share: each is made once, and removed when no process has used it for a day. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from '../database/folderLock';

/** Longer than any run of tests: one that began before a change of its input still copies the earlier folder. */
const UNUSED_MS = 86_400_000;

const LOCK = 'making.lock';

/** Waits while another process makes a folder. */
async function lockCache(cache: string): Promise<() => void> {
  for (;;) {
    try {
      return await lockFolder(cache, LOCK);
    } catch {
      await sleep(100);
    }
  }
}

/** Whether the folder is there; then it counts as used now. */
function use(folder: string): boolean {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
    return true;
  } catch {
    return false;
  }
}

/** The folder `name` in `cache`. `make` fills it, unless it is there. */
export async function preparedFolder(
  cache: string,
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name);
  if (use(folder)) return folder;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const unlock = await lockCache(cache);
  try {
    if (use(folder)) return folder;
    const draft = join(cache, 'draft');
    rmSync(draft, { recursive: true, force: true });
    for (const other of readdirSync(cache).filter((one) => !one.startsWith(LOCK))) {
      const path = join(cache, other);
      if (Date.now() - statSync(path).mtimeMs > UNUSED_MS) rmSync(path, { recursive: true });
    }
    await make(draft);
    renameSync(draft, folder);
    use(folder);
    return folder;
  } finally {
    unlock();
  }
}
