/** The schema of an environment's policy: who may change what it runs, with whose approval, and when. */
import * as v from 'valibot';

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));

export const environmentName = v.pipe(
  v.string('must be text'),
  v.regex(/^[a-z][a-z0-9-]{0,38}$/, 'must be lower-case letters, digits and hyphens, such as staging'),
);

/** Owners of keys as `slipway trust show` lists them, or whole key ids. */
const owners = v.pipe(
  v.array(text, 'must be a list of owners of keys, such as ["Ada"]'),
  v.minLength(1, 'must name at least one owner of a key'),
);

const positive = (unit: string) =>
  v.pipe(
    v.number(`must be a number of ${unit}`),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be 1 or more'),
  );

const instant = v.pipe(
  v.string('must be text'),
  v.regex(/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/, 'must be a time such as 2026-12-20T00:00:00Z'),
  v.check((time) => !Number.isNaN(Date.parse(time)), 'must be a time such as 2026-12-20T00:00:00Z'),
);

const timeOfDay = v.pipe(
  v.string('must be text'),
  v.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:00 to 24:00'),
);

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const order = <Window extends { from: string; to: string }>(instantOf: (time: string) => string | number) =>
  v.check<Window, string>(({ from, to }) => instantOf(from) < instantOf(to), 'to must be after from');

/** The message about another type; an unknown or a missing field has its own. */
const otherwise =
  (text: string) =>
  ({ expected, message }: v.BaseIssue<unknown>) =>
    expected === 'Object' ? text : message;

const once = v.pipe(
  v.strictObject(
    { reason: text, from: instant, to: instant },
    otherwise('must be { "reason", "from", "to" }, or { "reason", "days", "from", "to", "timeZone" }'),
  ),
  order(Date.parse),
);

const weekly = v.pipe(
  v.strictObject({
    reason: text,
    days: v.pipe(
      v.array(v.picklist(weekdays, `must be one of ${weekdays.join(', ')}`)),
      v.minLength(1, 'must name at least one day'),
    ),
    from: timeOfDay,
    to: timeOfDay,
    timeZone: v.pipe(v.string('must be text'), v.check(isTimeZone, 'must be one such as Europe/Berlin')),
  }),
  order((time) => time),
);

/** From `from` on, and before `to`. */
const freeze = v.lazy((input): typeof once | typeof weekly =>
  typeof input === 'object' && input !== null && ('days' in input || 'timeZone' in input) ? weekly : once,
);

const approvals = v.pipe(
  v.strictObject(
    { count: positive('approvals'), by: owners, hours: v.optional(positive('hours'), 24) },
    otherwise('must be { "count", "by" }, with "hours" or without'),
  ),
  v.check(({ count, by }) => new Set(by).size >= count, 'count is higher than the number of owners in by'),
);

/** The longest time over which an error budget is counted: health records are deleted after 30 days. */
const MAX_DAYS = 30;

export const policySchema = v.strictObject({
  /** Environments that a release must have run in, and for how long, before it may run here. */
  minimumTime: v.optional(
    v.array(
      v.strictObject({
        environment: environmentName,
        minutes: v.pipe(v.number('must be a number of minutes'), v.minValue(0, 'must be 0 or more')),
      }),
    ),
    [],
  ),
  /**
   * Who may change each slice, `shell`, or the `settings`; `*` stands for all others. `owners` are those whose keys may
   * publish the slice. Without an entry, everyone whose key may deploy.
   */
  deployers: v.optional(v.record(v.string(), owners), {}),
  /** Approvals of `count` owners of `by`, never of the author. Each counts for so many hours. */
  approvals: v.optional(approvals),
  /**
   * A slice that has spent its error budget of so many days changes only with these approvals; without them, only by a
   * rollback.
   */
  errorBudget: v.optional(
    v.strictObject({
      days: v.optional(
        v.pipe(positive('days'), v.maxValue(MAX_DAYS, `must be ${String(MAX_DAYS)} or less`)),
        7,
      ),
      approvals: v.optional(approvals),
    }),
  ),
  /** Nothing changes during these. */
  freezes: v.optional(v.array(freeze), []),
  /** Releases that are new here need a bill of materials and provenance, also to be published here. */
  requireEvidence: v.optional(v.boolean('must be true or false')),
  /** Who may change something without approvals, in a freeze, and before the minimum time. */
  breakGlass: v.optional(owners),
});

export type Policy = v.InferOutput<typeof policySchema>;
export type Freeze = Policy['freezes'][number];
export type ErrorBudgetRule = NonNullable<Policy['errorBudget']>;

/** Before policies, `approvals` was the list that is `policy.minimumTime` now. */
export function withPolicy(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('approvals' in input)) return input;
  const { approvals, ...rest } = input;
  if ('policy' in rest || (Array.isArray(approvals) && approvals.length === 0)) return rest;
  return { ...rest, policy: { minimumTime: approvals } };
}
