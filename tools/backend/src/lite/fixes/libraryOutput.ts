/**
 * Keeps what `@supabase/lite` prints while it answers out of the log: it prints every refused statement, with the row.
 * What we log ourselves is printed outside of a request.
 */
import { currentRequest } from '../request';

let isMuted = false;

/** Once a process; outside of a request the console stays what it was. */
export function muteLibrary(): void {
  if (isMuted) return;
  isMuted = true;
  for (const name of ['error', 'warn', 'info', 'log'] as const) {
    const original = console[name];
    console[name] = (...words: unknown[]) => {
      if (!currentRequest()) original(...words);
    };
  }
}
