/**
 * Free space on the disk of the embedded data. Writes stop before it is used up, because PostgreSQL cannot run without
 * any.
 */
import { statfsSync } from 'node:fs';

/** Bytes that writes leave free: two segments of the write-ahead log. */
export const RESERVE_BYTES = 32 * 1024 * 1024;

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
