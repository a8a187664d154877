/** The specification's rules for unusual activity. Pure functions; times are milliseconds since 1970. */

export const REQUEST_WINDOW = 10 * 1000;
const MAX_REQUESTS = 20;

export const FAILURE_WINDOW = 5 * 60 * 1000;
const MAX_FAILURES = 3;

const countWithin = (times: readonly number[], window: number, now: number) =>
  times.filter((time) => time > now - window && time <= now).length;

export const tooManyRequests = (times: readonly number[], now: number): boolean =>
  countWithin(times, REQUEST_WINDOW, now) > MAX_REQUESTS;

export const tooManyFailures = (times: readonly number[], now: number): boolean =>
  countWithin(times, FAILURE_WINDOW, now) > MAX_FAILURES;

/** Only causes a warning: some phones match (CUBOT), and a malicious client can send any user agent. */
export const looksAutomated = (userAgent: string): boolean =>
  /bot|crawler|spider|scraper|curl|wget/i.test(userAgent);

export type Suspicion = 'requests' | 'user_agent' | 'auth_failures';

/** The rules that are broken, in the order of the specification. */
export function suspicionsOf(activity: {
  requests: readonly number[];
  userAgent: string;
  failures: readonly number[];
  now: number;
}): Suspicion[] {
  return [
    ...(tooManyRequests(activity.requests, activity.now) ? (['requests'] as const) : []),
    ...(looksAutomated(activity.userAgent) ? (['user_agent'] as const) : []),
    ...(tooManyFailures(activity.failures, activity.now) ? (['auth_failures'] as const) : []),
  ];
}

export const REVIEW_WINDOW = 15 * 60 * 1000;
const MAX_EVENTS = 10;
const reviewed: ReadonlySet<string> = new Set(['xss_attempt', 'rate_limit_exceeded', 'invalid_input']);

/** Whether the log has too many entries of the reviewed types. `timestamp` is ISO-8601 UTC. */
export const tooManyEvents = (
  entries: readonly { type: string; timestamp: string }[],
  now: number,
): boolean =>
  countWithin(
    entries.filter(({ type }) => reviewed.has(type)).map(({ timestamp }) => Date.parse(timestamp)),
    REVIEW_WINDOW,
    now,
  ) > MAX_EVENTS;
