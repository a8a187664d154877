/**
 * Attempts to sign in or up, and failures, in local storage: a reload forgets neither.
 * A courtesy to people, no control: whoever leaves the browser out is stopped by the server's own limits.
 */
import { parseTimes, readStored, writeStored } from './stored';
import { FAILURE_WINDOW } from './suspicionRules';

const KEY = 'auth_failures';

interface AuthFailures {
  /** Hash of what was tried to when it was, milliseconds since 1970. */
  attempts: Record<string, number[]>;
  /** When the service refused somebody. */
  failures: number[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (value: unknown): AuthFailures => {
  const { attempts, failures } = isRecord(value) ? value : {};
  return {
    attempts: isRecord(attempts)
      ? Object.fromEntries(Object.entries(attempts).map(([hash, times]) => [hash, parseTimes(times)]))
      : {},
    failures: parseTimes(failures),
  };
};

const read = () => readStored(localStorage, KEY, parse);

export const readAttempts = (hash: string): number[] => read().attempts[hash] ?? [];

/** Replaces the attempts of one hash; what nobody will look at again goes. */
export function writeAttempts(hash: string, times: readonly number[], forgetBefore: number): void {
  const { attempts, failures } = read();
  const kept = Object.entries({ ...attempts, [hash]: [...times] }).filter(([, each]) =>
    each.some((time) => time > forgetBefore),
  );
  writeStored(localStorage, KEY, { attempts: Object.fromEntries(kept), failures });
}

export const readFailures = (): number[] => read().failures;

export function addFailure(): void {
  const now = Date.now();
  const { attempts, failures } = read();
  const recent = failures.filter((time) => time > now - FAILURE_WINDOW && time <= now);
  writeStored(localStorage, KEY, { attempts, failures: [...recent, now] });
}
