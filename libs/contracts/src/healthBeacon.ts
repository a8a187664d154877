/**
 * The body of one report of a page (`POST /health-events`). It contains no personal data: no message texts, no URLs, no
 * queries, no ids of visitors. A separate file: no page needs the schema.
 */
import * as v from 'valibot';
import { healthGroups, healthParts, healthPhases, MAX_BEACON_EVENTS, MAX_EXPOSED_FLAGS } from './health';
import { sliceId } from './manifest';
import { version } from './releaseFields';

/** `<file of the release>:<line>:<column>`. */
const frame = v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9._~@/-]+:\d{1,7}:\d{1,7}$/));

/** `<slice>.<flag>`. */
const flagKey = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,38}\.[a-z][a-z0-9-]{0,39}$/));

const healthEventSchema = v.strictObject({
  /** A slice, or `shell`. */
  slice: sliceId,
  version,
  group: v.picklist(healthGroups),
  /** The route's pattern, such as `/billing`, or `*` for a path without a route. */
  route: v.pipe(v.string(), v.maxLength(120), v.regex(/^(?:\*|\/[A-Za-z0-9:/?*_-]*)$/)),
  /** `view`: a page was shown, or failed; `visit`: one has ended; `failure`: a part failed; `error`: code threw and nothing caught it. */
  kind: v.picklist(['view', 'visit', 'failure', 'error', 'long-task', 'vital']),
  /** Set on the first `failure` and on the first `error` of a view. */
  first: v.optional(v.literal(true)),
  /** For a visit: whether a view of the slice failed, and whether its code threw. */
  failed: v.optional(v.literal(true)),
  hasError: v.optional(v.literal(true)),
  /** For a visit: the flags that its pages evaluated, and whether they were on. */
  flags: v.optional(v.pipe(v.record(flagKey, v.boolean()), v.maxEntries(MAX_EXPOSED_FLAGS))),
  phase: v.optional(v.picklist(healthPhases)),
  part: v.optional(v.picklist(healthParts)),
  /** The code of an `AppError`, or the name of a built-in error, such as `TypeError`. */
  code: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z_]{1,40}$/))),
  /** A hash of the error's name and top frame. */
  fingerprint: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{8,16}$/))),
  frame: v.optional(frame),
  name: v.optional(v.picklist(['LCP', 'INP', 'CLS', 'FCP', 'TTFB'])),
  /** Milliseconds; CLS has no unit. */
  value: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(3_600_000))),
});

/** The schema of one report of a page. */
export const healthBeaconSchema = v.strictObject({
  v: v.literal(1),
  environment: sliceId,
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Whether this visit is in the sample. Rates are computed from sampled visits; others report failures only. */
  sampled: v.boolean(),
  events: v.pipe(v.array(healthEventSchema), v.minLength(1), v.maxLength(MAX_BEACON_EVENTS)),
});

/** One view, failure or timing in a report. */
export type HealthEvent = v.InferOutput<typeof healthEventSchema>;
/** The body of one report of a page. */
export type HealthBeacon = v.InferOutput<typeof healthBeaconSchema>;
