/**
 * Sign-in and sign-up attempts and failures, in local storage, so that they survive reloads. A help for users, not a
 * security control: other clients are subject only to the server's limits.
 */
import { createStoredValue, json } from '@slipway/state';
import { FAILURE_WINDOW } from './suspicionRules';
import { parseTimes } from './times';

interface AuthFailures {
  /** Attempt times by hashed identifier, in milliseconds since 1970. */
  attempts: Record<string, number[]>;
  /** When the service rejected a sign-in, in milliseconds since 1970. */
  failures: number[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stored = createStoredValue(
  () => localStorage,
  'auth_failures',
  json((value): AuthFailures => {
    const { attempts, failures } = isRecord(value) ? value : {};
    return {
      attempts: isRecord(attempts)
        ? Object.fromEntries(Object.entries(attempts).map(([hash, times]) => [hash, parseTimes(times)]))
        : {},
      failures: parseTimes(failures),
    };
  }),
);

export const readAttempts = (hash: string): number[] => stored.get().attempts[hash] ?? [];

/** Replaces the attempts of one hash. Drops all hashes that have no attempt after `forgetBefore`. */
export function writeAttempts(hash: string, times: readonly number[], forgetBefore: number): void {
  const { attempts, failures } = stored.get();
  const kept = Object.entries({ ...attempts, [hash]: [...times] }).filter(([, each]) =>
    each.some((time) => time > forgetBefore),
  );
  stored.set({ attempts: Object.fromEntries(kept), failures });
}

export const readFailures = (): number[] => stored.get().failures;

export function addFailure(): void {
  const now = Date.now();
  const { attempts, failures } = stored.get();
  const recent = failures.filter((time) => time > now - FAILURE_WINDOW && time <= now);
  stored.set({ attempts, failures: [...recent, now] });
}
