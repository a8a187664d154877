/** Reads records from a collector over HTTP. */
import { AppError, healthGroups, healthParts, healthPhases, parseDocument } from '@slipway/contracts';
import * as v from 'valibot';
import type { HealthExposure, HealthFailure, HealthMinute, HealthQuery, HealthSource } from './source';

/** Milliseconds. */
const TIMEOUT = 30_000;

const count = v.pipe(v.number(), v.minValue(0));
const buckets = v.array(count);

const minuteSchema = v.object({
  ...{ environment: v.string(), minute: v.string(), slice: v.string(), version: v.string() },
  ...{ group: v.picklist(healthGroups), route: v.string() },
  ...{ views: count, failedViews: count, errorViews: count, errors: count, longTasks: count },
  ...{ visits: count, failedVisits: count, errorVisits: count },
  ...{ lcpCount: count, lcpSumLog: count, lcpSumLog2: count, lcpBuckets: buckets },
  ...{ inpCount: count, inpSumLog: count, inpSumLog2: count, inpBuckets: buckets },
  ...{ clsCount: count, clsSum: count },
});

const failureSchema = v.object({
  ...{ environment: v.string(), slice: v.string(), version: v.string(), route: v.string() },
  ...{ phase: v.picklist(healthPhases), part: v.nullable(v.picklist(healthParts)) },
  ...{ code: v.nullable(v.string()), fingerprint: v.nullable(v.string()), frame: v.nullable(v.string()) },
  ...{ firstAt: v.string(), lastAt: v.string(), count },
});

const exposureSchema = v.object({
  ...{ environment: v.string(), hour: v.string(), slice: v.string(), version: v.string() },
  ...{ group: v.picklist(healthGroups), flag: v.string(), variant: v.picklist(['on', 'off']) },
  ...{ visits: count, failedVisits: count, errorVisits: count },
});

/**
 * `url`: the origin of the collector, such as https://app.example.
 * @throws as its methods: `unauthenticated`, `unavailable`, `invalid_input`
 */
export function httpHealthSource(url: string, key: string): HealthSource {
  const read = async (kind: string, { environment, slice, from, to }: HealthQuery): Promise<unknown> => {
    const address = new URL(`/health/v1/${kind}`, url);
    const given = { environment, from: from.toISOString(), to: to.toISOString(), ...(slice && { slice }) };
    address.search = new URLSearchParams(given).toString();
    let response: Response;
    try {
      response = await fetch(address, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (cause) {
      throw new AppError('unavailable', `The collector at ${address.origin} cannot be reached`, { cause });
    }
    if (response.status === 401) {
      throw new AppError(
        'unauthenticated',
        `The collector at ${address.origin} rejects the key: set SLIPWAY_HEALTH_KEY`,
      );
    }
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return body;
    const { message = `status ${String(response.status)}` } = (body ?? {}) as { message?: string };
    throw new AppError(
      response.status < 500 ? 'invalid_input' : 'unavailable',
      `The collector at ${address.origin} could not return ${kind}: ${message}`,
    );
  };
  const what = (kind: string) => `${kind} of the collector`;
  return {
    minutes: async (query): Promise<HealthMinute[]> =>
      parseDocument(v.array(minuteSchema), await read('minutes', query), what('minutes')),
    failures: async (query): Promise<HealthFailure[]> =>
      parseDocument(v.array(failureSchema), await read('failures', query), what('failures')),
    exposures: async (query): Promise<HealthExposure[]> =>
      parseDocument(v.array(exposureSchema), await read('exposures', query), what('exposures')),
  };
}
