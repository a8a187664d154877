/**
 * One process a data folder: PGlite takes no lock of its own, and two processes in one folder destroy it.
 * The lock is a file that names its process. It appears whole (a hard link), and one that a dead process left is
 * taken over under a second, momentary lock, so that of several starters one wins.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@slipway/contracts';

interface Holder {
  pid: number;
  /** When the process began, in ticks since the machine did; null where the system does not say. */
  began: string | null;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** What Linux says of a process: its state, and when it began. Undefined elsewhere, and for one that is gone. */
function statusOf(pid: number): { state: string; began: string } | undefined {
  try {
    // The name in parentheses may hold anything; the state is the field after it, the beginning the 20th.
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ') ?? [];
    return { state: fields[0] ?? '', began: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  const status = statusOf(pid);
  if (status?.state === 'Z') return false; // ended, and its parent has not looked
  return began === null || status?.began === began; // or a later process has its number
}

function holderOf(path: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof value.pid === 'number' ? { pid: value.pid, began: value.began ?? null } : undefined;
  } catch {
    return undefined;
  }
}

/** Links `draft` to `path`. Returns false when something is there. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Replaces a lock whose process is gone. Synchronous: nothing of ours comes between. Returns false to look again. */
function takeOver(draft: string, path: string): boolean {
  const guard = `${path}.takeover`;
  if (!claim(draft, guard)) return false;
  try {
    const holder = holderOf(path);
    if (holder && isAlive(holder)) return false;
    rmSync(path, { force: true });
    return claim(draft, path);
  } finally {
    rmSync(guard, { force: true });
  }
}

/** Holds `folder` until the returned function is called. @throws `conflict` while another process holds it */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'lock');
  const draft = join(folder, `lock.${randomUUID()}.tmp`);
  const mine: Holder = { pid: process.pid, began: statusOf(process.pid)?.began ?? null };
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (claim(draft, path)) return () => rmSync(path, { force: true });
      const holder = holderOf(path);
      if (holder && isAlive(holder)) {
        throw new AppError(
          'conflict',
          `${folder} is in use by process ${holder.pid}. Stop that process, or give this one another folder in SLIPWAY_HOME`,
        );
      }
      if (takeOver(draft, path)) return () => rmSync(path, { force: true });
      await sleep(100);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new AppError(
    'conflict',
    `${path} cannot be taken over. Remove it and ${path}.takeover when no server runs`,
  );
}
