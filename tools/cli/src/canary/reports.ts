/** Reads the reports of a canary from its beginning, and reads again only what may still change. */
import type { HealthSource } from '@slipway/health';
import { SETTLE_MINUTES } from './rules';
import { strataOf, type Stratum, type Versions } from './samples';

const MINUTE = 60_000;
/** Small enough for the limit of rows in one response. */
const WINDOW = 6 * 60 * MINUTE;
/** Reports that arrive later than this are not counted. */
const FINAL = 10 * MINUTE;

interface Subject {
  environment: string;
  slice: string;
  versions: Versions;
}

export type ReadStrata = (from: number, to: number) => Promise<Stratum[]>;

/** Returns the strata of `[from, to)`, by minutes that are complete at `to`. @throws as the source does */
export function createReportReader(
  source: HealthSource,
  { environment, slice, versions }: Subject,
): ReadStrata {
  const known = new Map<number, Stratum[]>();
  return async (from, to) => {
    const strata: Stratum[] = [];
    for (let start = from; start < to; start += WINDOW) {
      const end = start + WINDOW;
      const found =
        known.get(start) ??
        strataOf(
          await source.minutes({
            environment,
            slice,
            from: new Date(start),
            to: new Date(Math.min(end, to)),
          }),
          versions,
          to,
        );
      if (end + SETTLE_MINUTES * MINUTE + FINAL < to) known.set(start, found);
      strata.push(...found);
    }
    return strata;
  };
}
