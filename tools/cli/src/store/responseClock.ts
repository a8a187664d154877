/** The clock of a service, from the `Date` header of its responses. It has a resolution of one second. */

/** Milliseconds after which a new response is needed: by then the clocks of two machines may have drifted. */
const FRESH = 60_000;

export interface ResponseClock {
  observe(date: string | undefined): void;
  /** Milliseconds since 1970, or undefined without a recent response. */
  now(): number | undefined;
}

/** Between two responses it counts with a monotonic clock, so that a change of this machine's time has no effect. */
export function responseClock(monotonic = () => performance.now()): ResponseClock {
  let seen: { at: number; time: number } | undefined;
  return {
    observe(date) {
      const time = Date.parse(date ?? '');
      if (!Number.isNaN(time)) seen = { at: monotonic(), time };
    },
    now() {
      if (!seen) return undefined;
      const passed = monotonic() - seen.at;
      return passed < FRESH ? Math.floor(seen.time + passed) : undefined;
    },
  };
}
