/**
 * Adds up reports in memory until they are written. Memory is bounded: the rows by `MOST_ROWS`, and the kinds of failures
 * of a version by `MOST_KINDS`, above which their fingerprints are dropped.
 */
import type { HealthBeacon, HealthEvent } from '@slipway/contracts';
import { addTo, bucketOf } from './buckets';
import type { HealthExposure, HealthFailure, HealthMinute } from './source';

/** The rows of each table between two writes. */
const MOST_ROWS = 5_000;
/** Over the life of the process, so that an attacker cannot fill the table with invented frames. */
const MOST_KINDS = 200;

export interface Batch {
  minutes: HealthMinute[];
  failures: HealthFailure[];
  exposures: HealthExposure[];
}

export interface Totals {
  /** `at`: milliseconds since 1970. Returns the number of events that were dropped because a limit was reached. */
  add(beacon: HealthBeacon, at: number): number;
  /** Returns the sums, and starts again from zero. */
  take(): Batch;
}

const emptyMinute = (
  environment: string,
  minute: string,
  { slice, version, group, route }: HealthEvent,
): HealthMinute => ({
  ...{ environment, minute, slice, version, group, route },
  ...{ views: 0, failedViews: 0, errorViews: 0, errors: 0, longTasks: 0 },
  ...{ visits: 0, failedVisits: 0, errorVisits: 0 },
  ...{ lcpCount: 0, lcpSumLog: 0, lcpSumLog2: 0, lcpBuckets: [] },
  ...{ inpCount: 0, inpSumLog: 0, inpSumLog2: 0, inpBuckets: [] },
  ...{ clsCount: 0, clsSum: 0 },
});

function addVital(row: HealthMinute, { name, value = 0 }: HealthEvent): void {
  if (name === 'CLS') {
    row.clsCount += 1;
    row.clsSum += value;
    return;
  }
  if (name !== 'LCP' && name !== 'INP') return;
  const log = Math.log(Math.max(1, value));
  const key = name === 'LCP' ? 'lcp' : 'inp';
  row[`${key}Count`] += 1;
  row[`${key}SumLog`] += log;
  row[`${key}SumLog2`] += log * log;
  addTo(row[`${key}Buckets`], bucketOf(value));
}

type Visits = Pick<HealthMinute, 'visits' | 'failedVisits' | 'errorVisits'>;

function addVisit(row: Visits, { failed, hasError }: HealthEvent): void {
  row.visits += 1;
  row.failedVisits += failed ? 1 : 0;
  row.errorVisits += hasError ? 1 : 0;
}

function addEvent(row: HealthMinute, event: HealthEvent): void {
  const first = event.first ? 1 : 0;
  switch (event.kind) {
    case 'view':
      row.views += 1;
      break;
    case 'visit':
      addVisit(row, event);
      break;
    case 'long-task':
      row.longTasks += 1;
      break;
    case 'vital':
      addVital(row, event);
      break;
    case 'failure':
      row.failedViews += first;
      break;
    case 'error':
      row.errors += 1;
      row.errorViews += first;
  }
}

const isFailure = ({ kind }: HealthEvent) => kind === 'failure' || kind === 'error';

export function createTotals(): Totals {
  let minutes = new Map<string, HealthMinute>();
  let failures = new Map<string, HealthFailure>();
  let exposures = new Map<string, HealthExposure>();
  const kinds = new Map<string, Set<string>>();

  /** Whether the fingerprint may be recorded. */
  const isKnownKind = (environment: string, { slice, version, fingerprint = '' }: HealthEvent): boolean => {
    const key = `${environment} ${slice} ${version}`;
    const known = kinds.get(key) ?? new Set();
    kinds.set(key, known);
    if (!known.has(fingerprint) && known.size >= MOST_KINDS) return false;
    known.add(fingerprint);
    return true;
  };

  const addFailure = (environment: string, event: HealthEvent, at: string): boolean => {
    const { slice, version, phase = 'event', part = null, code = null, route } = event;
    const isKnown = isKnownKind(environment, event);
    const fingerprint = (isKnown && event.fingerprint) || null;
    const frame = (isKnown && event.frame) || null;
    const key = JSON.stringify([environment, slice, version, phase, part, code, fingerprint]);
    const row = failures.get(key);
    if (row) {
      Object.assign(row, { count: row.count + 1, lastAt: at, route });
      return true;
    }
    if (failures.size >= MOST_ROWS) return false;
    failures.set(key, {
      ...{ environment, slice, version, phase, part, code, fingerprint, frame, route },
      ...{ firstAt: at, lastAt: at, count: 1 },
    });
    return true;
  };

  const addToMinute = (environment: string, event: HealthEvent, minute: string): boolean => {
    const key = JSON.stringify([environment, minute, event.slice, event.version, event.group, event.route]);
    let row = minutes.get(key);
    if (!row) {
      if (minutes.size >= MOST_ROWS) return false;
      minutes.set(key, (row = emptyMinute(environment, minute, event)));
    }
    addEvent(row, event);
    return true;
  };

  /** One row for each flag of a visit. Returns false when one is dropped. */
  const addExposures = (environment: string, event: HealthEvent, hour: string): boolean => {
    let isAdded = true;
    for (const [flag, isOn] of Object.entries(event.flags ?? {})) {
      const { slice, version, group } = event;
      const variant = isOn ? 'on' : 'off';
      const key = JSON.stringify([environment, hour, slice, version, group, flag, variant]);
      let row = exposures.get(key);
      if (!row) {
        isAdded &&= exposures.size < MOST_ROWS;
        if (!isAdded) continue;
        row = {
          ...{ environment, hour, slice, version, group, flag, variant },
          ...{ visits: 0, failedVisits: 0, errorVisits: 0 },
        };
        exposures.set(key, row);
      }
      addVisit(row, event);
    }
    return isAdded;
  };

  return {
    add({ environment, sampled, events }, at) {
      const minute = new Date(Math.floor(at / 60_000) * 60_000).toISOString();
      const hour = new Date(Math.floor(at / 3_600_000) * 3_600_000).toISOString();
      const time = new Date(at).toISOString();
      let dropped = 0;
      for (const event of events) {
        const isAdded =
          (!sampled || (addToMinute(environment, event, minute) && addExposures(environment, event, hour))) &&
          (!isFailure(event) || addFailure(environment, event, time));
        if (!isAdded) dropped += 1;
      }
      return dropped;
    },
    take() {
      const batch = {
        minutes: [...minutes.values()],
        failures: [...failures.values()],
        exposures: [...exposures.values()],
      };
      minutes = new Map();
      failures = new Map();
      exposures = new Map();
      return batch;
    },
  };
}
