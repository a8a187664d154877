/** The outcomes of a begun call: the statuses, messages and waiting times that its caller gets. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from './apiProblem';
import { assertBegun } from './callOutcomes';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-31T23:58:30Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

type Outcome = Parameters<typeof assertBegun>[0];
const period_end = '2026-02-01T00:00:00Z';

const problemOf = (result: Outcome, calls_end_at: string | null = null) => {
  try {
    assertBegun(result, { calls_end_at });
  } catch (error) {
    if (error instanceof ApiProblem) return error;
  }
  throw new Error('The call was not rejected');
};

test.each<Outcome>([
  {
    ...{ outcome: 'begun', call_id: 'call-1', agent_name: 'Helper', prompt: '' },
    ...{ temperature: 0.2, max_tokens: 100, external_url: null },
  },
  { outcome: 'answered', call_id: 'call-1', cost: 0.1, answer: 'sealed' },
])('passes a call on that $outcome', (result) => {
  expect(assertBegun(result, { calls_end_at: null })).toBe(result);
});

test.each([
  ['over_account_limit', 'The account behind this deployment reached its spend limit'],
  ['over_deployment_limit', 'This deployment reached its spend limit'],
  ['over_key_limit', 'This API key reached its spend limit'],
] as const)('%s names what reached its limit, and when it resets', (outcome, start) => {
  const problem = problemOf({ outcome, period_end });
  expect(problem).toMatchObject({ status: 402, code: 'billing_hard_limit_reached', retryAfter: 90 });
  expect(problem.message).toMatch(
    new RegExp(`^${start} for this month\\. The limit resets on February 1, 2026; `),
  );
});

test('an exceeded quota can be retried when the month ends', () => {
  const problem = problemOf({ outcome: 'over_quota', plan_name: 'Pro', quota: 10, period_end });
  expect(problem).toMatchObject({ status: 402, retryAfter: 90 });
  expect(problem.message).toContain("The Pro plan's 10 messages for this month are used up. ");
  expect(problem.message).toContain('The quota resets on February 1, 2026');
});

test('a period that is over can be retried after a second', () => {
  const over = { outcome: 'over_key_limit', period_end: '2026-01-31T00:00:00Z' } as const;
  expect(problemOf(over)).toMatchObject({ retryAfter: 1 });
});

test.each([
  ['agent_suspended', 'This agent is suspended'],
  ['deployment_suspended', 'This deployment is suspended'],
  ['person_suspended', 'The account behind this agent or deployment is suspended'],
] as const)('%s has its reason and the contact', (outcome, subject) => {
  expect(problemOf({ outcome, reason: 'spam', appeal: 'help@slipway.example' })).toMatchObject({
    ...{ status: 403, message: `${subject}: spam. To appeal, contact help@slipway.example` },
  });
});

test.each([
  [null, 'is over'],
  // In UTC, wherever the server runs.
  ['2026-01-31T23:59:59Z', 'ended on January 31, 2026'],
])('a withdrawn agent whose notice period ends at %s', (end, text) => {
  expect(problemOf({ outcome: 'withdrawn' }, end)).toMatchObject({
    ...{ status: 410, message: `The creator of this agent withdrew it, and its notice period ${text}` },
  });
});

test.each([
  ['gone', 404],
  ['spent', 409],
  ['key_reused', 422],
] as const)('%s has the status %i', (outcome, status) => {
  expect(problemOf({ outcome })).toMatchObject({ status });
});
