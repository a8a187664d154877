/** The clock of a service, from the `Date` header of its responses. It has a resolution of one second. */

/** Milliseconds after which a new response is needed: by then the clocks of two machines may have drifted. */
const FRESH = 60_000;
const RESOLUTION = 1_000;

export interface ResponseClock {
  observe(date: string | undefined): void;
  /** Milliseconds since 1970, or undefined without a recent response. */
  now(): number | undefined;
}

/**
 * Between two responses it counts with a monotonic clock, so that a change of this machine's time has no effect. Headers
 * have no fractions of a second, so a response may seem earlier than this count: then the count continues.
 */
export function responseClock(): ResponseClock {
  let seen: { at: number; time: number } | undefined;
  const estimate = () => (seen ? Math.floor(seen.time + performance.now() - seen.at) : undefined);
  return {
    observe(date) {
      const time = Date.parse(date ?? '');
      if (Number.isNaN(time)) return;
      const counted = estimate() ?? time;
      seen = { at: performance.now(), time: counted - time < RESOLUTION ? Math.max(counted, time) : time };
    },
    now: () => (seen && performance.now() - seen.at < FRESH ? estimate() : undefined),
  };
}
