/** The values that an environment sets for the configuration and the flags of its slices. */
import * as v from 'valibot';
import { sliceId } from './manifest';

export const configSchema = v.record(
  sliceId,
  v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
);

/** Who a flag is on for: the listed users and the share of visitors, or everyone. */
const flagRuleSchema = v.strictObject({
  /** The ids of users. They are visible to everyone who opens the app. */
  people: v.optional(v.array(v.pipe(v.string(), v.nonEmpty('must be the id of a user')))),
  /** The percentage of visitors, from 0 to 100. A visitor gets the same result on every visit. */
  percent: v.optional(
    v.pipe(
      v.number('must be from 0 to 100'),
      v.minValue(0, 'must be from 0 to 100'),
      v.maxValue(100, 'must be from 0 to 100'),
    ),
  ),
});

export const flagRulesSchema = v.record(
  sliceId,
  v.record(
    v.string(),
    v.union([v.boolean(), flagRuleSchema], 'must be true, false, or { "percent", "people" }'),
  ),
);

/** Who gets a flag in an environment: everyone (`true`), no user (`false`), or a share of browsers and listed users. */
export type FlagRule = boolean | v.InferOutput<typeof flagRuleSchema>;
