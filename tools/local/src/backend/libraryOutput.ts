/**
 * Keeps what `@supabase/lite` prints while it answers out of the log: it prints every refused statement, with the row.
 * What we log ourselves is printed outside of a request.
 */
import { currentRequest } from './request';

/** Returns a function that undoes it. */
export function muteLibrary(): () => void {
  const printed = ['error', 'warn', 'info', 'log'] as const;
  const originals = printed.map((name) => [name, console[name]] as const);
  for (const [name, original] of originals) {
    console[name] = (...words: unknown[]) => {
      if (!currentRequest()) original(...words);
    };
  }
  return () => {
    for (const [name, original] of originals) console[name] = original;
  };
}
