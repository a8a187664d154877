/**
 * Limits a data folder to one process: PGlite does not lock its folder, and two processes in one folder destroy it.
 *
 * It does not use `proper-lockfile`, which `tools/cli` uses for locks of a few milliseconds. That lock is a lease that
 * a timer renews, and a busy machine can stop a process for longer than the lease: a second process would take the lock
 * from a running server. This lock has no timer. It is a file with the id and start time of its process, created
 * atomically by a hard link. It is taken over only from a process that no longer runs; a second, short lock ensures
 * that only one of several starting processes takes it over.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@slipway/contracts';

interface Holder {
  pid: number;
  /** The process's start time in ticks since the system's boot; null if the system does not provide it. */
  began: string | null;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** A process's state and start time on Linux. Undefined on other systems, and for a process that has ended. */
function statusOf(pid: number): { state: string; began: string } | undefined {
  try {
    // The name in parentheses can contain any character. The state is the field after it, the start time the 20th.
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
  if (status?.state === 'Z') return false; // ended, but not yet reaped by its parent
  return began === null || status?.began === began; // otherwise a later process reuses the id
}

function holderOf(path: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof value.pid === 'number' ? { pid: value.pid, began: value.began ?? null } : undefined;
  } catch {
    return undefined;
  }
}

/** Links `draft` to `path`. Returns false when `path` exists. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Replaces the lock of a process that has ended. Synchronous, so that nothing runs in between. Returns false to retry. */
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

/**
 * Locks `folder`, or the part of it that `name` stands for, until the returned function is called.
 * @throws `conflict` while another process has the lock
 */
export async function lockFolder(folder: string, name = 'lock'): Promise<() => void> {
  const path = join(folder, name);
  const draft = join(folder, `${name}.${randomUUID()}.tmp`);
  const mine: Holder = { pid: process.pid, began: statusOf(process.pid)?.began ?? null };
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (claim(draft, path)) return () => rmSync(path, { force: true });
      const holder = holderOf(path);
      if (holder && isAlive(holder)) {
        throw new AppError(
          'conflict',
          `${folder} is in use by process ${holder.pid}. Stop npm start (Ctrl-C) or that process, or set SLIPWAY_HOME to another folder`,
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
    `${path} cannot be taken over. If no server is running, remove it and ${path}.takeover`,
  );
}
