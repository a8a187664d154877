/** What is unusual, as the specification has it. Pure: times are milliseconds since 1970. */

export const REQUEST_WINDOW = 10 * 1000;
const MOST_REQUESTS = 20;

export const FAILURE_WINDOW = 5 * 60 * 1000;
const MOST_FAILURES = 3;

const within = (times: readonly number[], window: number, now: number) =>
  times.filter((time) => time > now - window && time <= now).length;

export const tooManyRequests = (times: readonly number[], now: number): boolean =>
  within(times, REQUEST_WINDOW, now) > MOST_REQUESTS;

export const tooManyFailures = (times: readonly number[], now: number): boolean =>
  within(times, FAILURE_WINDOW, now) > MOST_FAILURES;

/** Some phones have such a name (CUBOT), and whoever means harm has not: a warning comes of it, and no more. */
export const looksAutomated = (userAgent: string): boolean =>
  /bot|crawler|spider|scraper|curl|wget/i.test(userAgent);

export type Suspicion = 'requests' | 'user_agent' | 'auth_failures';

/** Every rule that is broken, in the order of the specification. */
export function suspicionsOf(seen: {
  requests: readonly number[];
  userAgent: string;
  failures: readonly number[];
  now: number;
}): Suspicion[] {
  return [
    ...(tooManyRequests(seen.requests, seen.now) ? (['requests'] as const) : []),
    ...(looksAutomated(seen.userAgent) ? (['user_agent'] as const) : []),
    ...(tooManyFailures(seen.failures, seen.now) ? (['auth_failures'] as const) : []),
  ];
}

export const REVIEW_WINDOW = 15 * 60 * 1000;
const MOST_EVENTS = 10;
const reviewed: ReadonlySet<string> = new Set(['xss_attempt', 'rate_limit_exceeded', 'invalid_input']);

/** Whether too much of the log is of the kinds that are looked at. `timestamp` is ISO-8601 UTC. */
export const tooManyEvents = (
  entries: readonly { type: string; timestamp: string }[],
  now: number,
): boolean =>
  within(
    entries.filter(({ type }) => reviewed.has(type)).map(({ timestamp }) => Date.parse(timestamp)),
    REVIEW_WINDOW,
    now,
  ) > MOST_EVENTS;
