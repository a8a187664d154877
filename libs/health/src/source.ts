/** Reading health: the records of a collector, by minute, by failure and by flag. */
import type { HealthGroup, HealthPart, HealthPhase } from '@slipway/contracts';

/** Sums of one minute, slice, version, group and route, over the visits of the sample. */
export interface HealthMinute {
  environment: string;
  /** ISO-8601 UTC; the minute's start. */
  minute: string;
  slice: string;
  version: string;
  group: HealthGroup;
  /** The route's pattern, or `*` for a path without a route. */
  route: string;
  /** Pages shown, or failed. */
  views: number;
  /** Views with a failure, and views with an error. */
  failedViews: number;
  errorViews: number;
  errors: number;
  /** Visits that have ended, those with a failed view, and those with an error. A visitor has at most one per day and slice. */
  visits: number;
  failedVisits: number;
  errorVisits: number;
  longTasks: number;
  /** Largest Contentful Paint: the number of values, and sums of the natural logarithm of milliseconds and its square. */
  lcpCount: number;
  lcpSumLog: number;
  lcpSumLog2: number;
  /** Counts per bucket; see `percentileOf`. */
  lcpBuckets: number[];
  /** Interaction to Next Paint. */
  inpCount: number;
  inpSumLog: number;
  inpSumLog2: number;
  inpBuckets: number[];
  /** Cumulative Layout Shift. */
  clsCount: number;
  clsSum: number;
}

/** One kind of failure of a version, from all visits. */
export interface HealthFailure {
  environment: string;
  slice: string;
  version: string;
  phase: HealthPhase;
  part: HealthPart | null;
  code: string | null;
  /** The hash of the error's name and top frame. */
  fingerprint: string | null;
  /** `<file of the release>:<line>:<column>`, for `slipway explain`. */
  frame: string | null;
  /** Where it happened last. */
  route: string;
  /** ISO-8601 UTC. */
  firstAt: string;
  lastAt: string;
  count: number;
}

/** Sums of one hour over visits of the sample that had one variant of a flag. */
export interface HealthExposure {
  environment: string;
  /** ISO-8601 UTC; the hour's start. */
  hour: string;
  /** The slice of the page, which may be another one than the flag's. */
  slice: string;
  version: string;
  group: HealthGroup;
  /** `<slice>.<flag>`. */
  flag: string;
  variant: 'on' | 'off';
  /** As those of a minute. */
  visits: number;
  failedVisits: number;
  errorVisits: number;
}

export interface HealthQuery {
  environment: string;
  /** All slices when omitted. */
  slice?: string;
  from: Date;
  /** Exclusive. */
  to: Date;
}

export interface HealthSource {
  /** In ascending order of minutes. */
  minutes(query: HealthQuery): Promise<HealthMinute[]>;
  /** Failures that occurred in the time; the latest first. */
  failures(query: HealthQuery): Promise<HealthFailure[]>;
  /** Hours that begin in the time, in ascending order. `slice` is that of the page. */
  exposures(query: HealthQuery): Promise<HealthExposure[]>;
}
