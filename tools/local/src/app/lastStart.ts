/** Which build of each app `npm start` has seen last, and what `local` ran then. In the home folder, beside the store. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const lastStartSchema = v.object({
  /** The revision of `local` after that start. */
  revision: v.number(),
  /** App to the version of its build. */
  builds: v.record(v.string(), v.string()),
});

export type LastStart = v.InferOutput<typeof lastStartSchema>;

const fileIn = (home: string) => join(home, 'last-start.json');

/** Undefined before the first start, and for a file that cannot be read. */
export function readLastStart(home: string): LastStart | undefined {
  try {
    return v.parse(lastStartSchema, JSON.parse(readFileSync(fileIn(home), 'utf8')));
  } catch {
    return undefined; // the history of `local` says enough
  }
}

export function writeLastStart(home: string, start: LastStart): void {
  const draft = `${fileIn(home)}.tmp`;
  writeFileSync(draft, JSON.stringify(start), { mode: 0o600 });
  renameSync(draft, fileIn(home));
}
