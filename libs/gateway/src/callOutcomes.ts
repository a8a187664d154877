/** The outcomes of a begun call, as an error for the caller or as response headers. */
import { ApiProblem } from './apiProblem';
import { keyReused } from './idempotentCalls';
import type { BeginCallResult, KeyGrant } from './store';

const formatDay = (time: string) =>
  new Date(time).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** For a call that was charged and cannot be replayed. */
export const spentProblem = () =>
  new ApiProblem(
    409,
    'The call with this idempotency key was charged, and its reply is no longer available. Send a new key',
  );

const SUBJECTS = {
  agent_suspended: 'This agent is suspended',
  deployment_suspended: 'This deployment is suspended',
  person_suspended: 'The account behind this agent or deployment is suspended',
} as const;

/** A spend limit that its owner set, by the day on which it resets. */
const LIMITS = {
  over_account_limit: (day: string) =>
    `The account behind this deployment reached its spend limit for this month. The limit resets on ${day}; the owner can change it under Billing`,
  over_deployment_limit: (day: string) =>
    `This deployment reached its spend limit for this month. The limit resets on ${day}; the owner can change it in the deployment's details`,
  over_key_limit: (day: string) =>
    `This API key reached its spend limit for this month. The limit resets on ${day}; the owner can change it in the deployment's details`,
};

const secondsUntil = (time: string) => Math.max(1, (Date.parse(time) - Date.now()) / 1000);

/** For a subject that an operator suspended. */
export const suspendedProblem = ({
  outcome,
  reason,
  appeal,
}: {
  outcome: keyof typeof SUBJECTS;
  reason: string;
  appeal: string;
}) => new ApiProblem(403, `${SUBJECTS[outcome]}: ${reason}. To appeal, contact ${appeal}`);

/** For an agent whose notice period is over. `end` is null when the creator withdrew it during this request. */
const withdrawnProblem = (end: string | null) =>
  new ApiProblem(
    410,
    `The creator of this agent withdrew it, and its notice period ${end === null ? 'is over' : `ended on ${formatDay(end)}`}`,
  );

/** The call, once it has a place in the quota or a stored reply. @throws `ApiProblem` 402, 403, 404, 409, 410, 422 */
export function assertBegun(
  result: Exclude<BeginCallResult, { outcome: 'running' }>,
  { calls_end_at }: Pick<KeyGrant, 'calls_end_at'>,
): Extract<BeginCallResult, { outcome: 'begun' | 'answered' }> {
  switch (result.outcome) {
    case 'begun':
    case 'answered':
      return result;
    case 'gone':
      throw new ApiProblem(404, 'This deployment was deleted');
    case 'withdrawn':
      throw withdrawnProblem(calls_end_at);
    case 'agent_suspended':
    case 'deployment_suspended':
    case 'person_suspended':
      throw suspendedProblem(result);
    case 'spent':
      throw spentProblem();
    case 'key_reused':
      throw keyReused();
    case 'over_account_limit':
    case 'over_deployment_limit':
    case 'over_key_limit':
      throw new ApiProblem(402, LIMITS[result.outcome](formatDay(result.period_end)), {
        code: 'billing_hard_limit_reached',
        retryAfter: secondsUntil(result.period_end),
      });
    case 'over_quota':
      throw new ApiProblem(
        402,
        `The ${result.plan_name} plan's ${String(result.quota)} messages for this month are used up. ` +
          `The quota resets on ${formatDay(result.period_end)}; upgrade for more messages`,
        { retryAfter: secondsUntil(result.period_end) },
      );
  }
}
