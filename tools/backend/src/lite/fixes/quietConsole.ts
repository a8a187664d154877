/**
 * Symptom: `@supabase/lite` prints every rejected statement to the console, with the values of the row.
 * Hosted Supabase: PostgREST and GoTrue do not log row values.
 * Test: `fixes.test.ts`, "quietConsole".
 */
import { currentRequest } from '../currentRequest';

const quieted = new WeakSet<Console>();

/** Discards console output inside of requests, once per console. Our own log is written outside of them. */
export function quietConsole(): void {
  if (quieted.has(console)) return;
  quieted.add(console);
  for (const name of ['error', 'warn', 'info', 'log'] as const) {
    const original = console[name];
    console[name] = (...values: unknown[]) => {
      if (!currentRequest()) original(...values);
    };
  }
}
