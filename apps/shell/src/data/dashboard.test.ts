/** The dashboard's numbers, first steps and alerts, as they are requested and read. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { commandQueries } from './commandResults';
import { dashboardQueries, zeroTotals } from './dashboard';
import { notificationQueries } from './notifications';
import { profileQueries } from './profile';

afterEach(() => {
  vi.unstubAllGlobals();
});

const queryOf = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);

test('the totals of a new account are zero', async () => {
  startBackend({ dashboard_totals: { json: [] } });
  expect(await createTestClient().fetchQuery(dashboardQueries.totals())).toEqual({
    ...{ total_agents: 0, active_users: 0, revenue: 0, interactions: 0 },
  });
  const totals = { ...zeroTotals, revenue: 12.5 };
  startBackend({ dashboard_totals: { json: [totals] } });
  expect(await createTestClient().fetchQuery(dashboardQueries.totals())).toEqual(totals);
});

test.each([
  [[], [], { hasDeployed: false, hasCalled: false }],
  [[{ id: 'd1' }], [], { hasDeployed: true, hasCalled: false }],
  [[], [{ id: 1 }], { hasDeployed: false, hasCalled: true }],
])(
  'with the deployments %j and the calls %j, the first steps are %j',
  async (deployments, calls, progress) => {
    const backend = startBackend({ deployments: { json: deployments }, usage_tracking: { json: calls } });
    expect(await createTestClient().fetchQuery(dashboardQueries.progress())).toEqual(progress);
    expect(queryOf(backend.sent('GET', 'usage_tracking')[0]?.url)).toMatchObject({
      ...{ usage_type: 'eq.api_call', limit: '1' },
    });
  },
);

test.each([
  [[], null],
  [[{ deletes_at: '2026-12-01T00:00:00Z' }], '2026-12-01T00:00:00Z'],
])('the account’s deletion %j is %j', async (json, deletion) => {
  startBackend({ account_deletion: { json } });
  expect(await createTestClient().fetchQuery(dashboardQueries.deletion())).toBe(deletion);
});

test('reads the alerts and the activity as they are', async () => {
  const [alert, activity] = [{ scope: 'account', percent: 80 }, { kind: 'agent_created' }];
  startBackend({ spend_alerts: { json: [alert] }, recent_activity: { json: [activity] } });
  expect(await createTestClient().fetchQuery(dashboardQueries.spendAlerts())).toEqual([alert]);
  expect(await createTestClient().fetchQuery(dashboardQueries.activity())).toEqual([activity]);
});

test('no two queries, searches or users share what is cached', () => {
  const keys = [
    ...Object.values(dashboardQueries).map((query) => query().queryKey),
    ...['a', 'b'].map((text) => commandQueries.agents(text).queryKey),
    commandQueries.deployments().queryKey,
    ...['u1', 'u2'].flatMap((user) =>
      [notificationQueries.unread, notificationQueries.newest, profileQueries.own, profileQueries.form].map(
        (query) => query(user).queryKey,
      ),
    ),
  ].map((key) => JSON.stringify(key));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).not.toContain('[]');
});
