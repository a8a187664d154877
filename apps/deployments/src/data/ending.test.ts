import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetching, record } from '../testing/record';
import { dateInLine } from './dateInLine';
import { endingQueries, hasEnded, noEnds } from './ending';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('calls have ended at this time, not before', () => {
  expect(hasEnded('2026-11-21T12:00:00Z')).toBe(true);
  expect(hasEnded('2026-11-21T11:59:59Z')).toBe(true);
  expect(hasEnded('2026-11-21T12:00:01Z')).toBe(false);
});

test('every end is known by its deployment, and agents that have ended are not deployed again', async () => {
  const row = (deployment_id: string, agent_id: string, calls_end_at: string) => ({
    ...{ deployment_id, agent_id, calls_end_at },
  });
  const [past, future] = ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z'];
  const json = [row('d1', 'a1', past), row('d2', 'a2', future), row('d3', 'a1', past)];
  const sent = await record({ ending_deployments: { json } }, () => fetching(endingQueries.ends()));
  expect(sent).toMatchObject({ method: 'POST', path: 'rpc/ending_deployments' });
  expect(sent.result).toEqual({
    byDeployment: new Map([
      ['d1', past],
      ['d2', future],
      ['d3', past],
    ]),
    endedAgents: new Set(['a1']),
  });
  expect(noEnds).toEqual({ byDeployment: new Map(), endedAgents: new Set() });
});

test('a date in a sentence does not break into two lines', () => {
  expect(dateInLine('21 Nov 2026')).toBe('21\u00a0Nov\u00a02026');
});
