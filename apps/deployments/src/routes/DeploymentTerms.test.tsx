/** Prices on `/deployments`: the quote before a deployment is made, and a higher price that the owner has to accept. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useLocation } from '@slipway/platform';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import DeploymentsPage from './DeploymentsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const deployment = {
  ...{
    id: 'd1',
    name: 'bot',
    agent_id: 'a1',
    user_id: 'u1',
    api_key: 'ak_••••abcd',
    slug: 'bot',
    version: 1,
  },
  ...{ endpoint_url: 'https://agents.test/v1/agents/bot', status: 'active', pinned_version: null },
  ...{ created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z', last_deployed_at: null },
  agent: { id: 'a1', name: 'Helper' },
};
const quote = {
  ...{
    quote_id: 'q1',
    pricing_model: 'per_message',
    price_per_message: 0.003,
    price_per_month: 0,
    is_own: false,
  },
  ...{ agent_version: 1, expires_at: '2026-11-22T12:15:00Z', plan_name: 'Starter', quota: 100, used: 40 },
  period_end: '2026-12-01T00:00:00Z',
};
const pending = {
  ...{ deployment_id: 'd1', offer_id: 7, old_price_per_message: 0.01, old_price_per_month: 0 },
  ...{ new_price_per_message: 0.05, new_price_per_month: 0, announced_at: '2026-11-01T00:00:00Z' },
  ...{ effective_at: '2126-12-01T12:00:00Z', accepted_from: null as string | null },
  stops_at: '2126-12-31T12:00:00Z',
};

/** As in the app: other addresses do not render this page. */
function Deployments() {
  return useLocation().pathname === '/deployments' && <DeploymentsPage />;
}

async function open(replies: Replies, path = '/deployments') {
  const backend = startBackend({
    'GET deployments': { json: [deployment] },
    'GET agents': { json: [{ id: 'a1', name: 'Helper' }] },
    'PATCH deployments': { status: 204 },
    ...replies,
  });
  await signInAs();
  return { backend, ...renderPage(<Deployments />, path) };
}
test.each([
  [
    {},
    ['Price: $0.003 per message', '100 messages cost $0.30.', '60 of 100 messages left until Dec 1, 2026'],
  ],
  [
    { price_per_message: 0, price_per_month: 49, plan_name: 'Enterprise', quota: null },
    ['Price: $49/month', 'Up to $49.00 a month', 'Enterprise plan: unlimited messages.'],
  ],
  [{ price_per_message: 0, is_own: true }, ['Price: free, because it’s your agent']],
  [{ used: 100 }, ['The messages of your Starter plan are used up.', 'See plans']],
])('the dialog shows the price and the plan before the button: %j (H2, A7)', async (row, texts) => {
  // The agent runs on the platform: the list of external agents does not contain it.
  vi.stubGlobal('scrollTo', () => undefined);
  const backend = startBackend({
    'GET deployments': { json: [] },
    'GET agents': ({ url }) => ({
      json: url.searchParams.has('external_only') ? [] : [{ id: 'a1', name: 'Helper' }],
    }),
    'POST quote_deployment': { json: [{ ...quote, ...row }] },
  });
  await signInAs();
  renderPage(<DeploymentsPage />, '/deployments?agent=a1');
  await userEvent.click(await screen.findByRole('button', { name: 'New Deployment' }));
  const dialog = await screen.findByRole('dialog', { name: 'New Deployment' });
  await waitFor(() => {
    const shown = dialog.textContent.replaceAll('\u00a0', ' ');
    for (const text of texts) expect(shown).toContain(text);
  });
  expect(backend.sent('POST', 'quote_deployment')[0]?.body).toEqual({ agent: 'a1' });
});

test('a higher price is accepted by its offer, or rejected by stopping the deployment (H2)', async () => {
  const { backend, toasts } = await open({
    'POST pending_terms': { json: [pending] },
    'POST accept_terms': { json: pending.effective_at },
  });
  const notice = await screen.findByText(
    /this agent costs \$0\.05 per message instead of \$0\.01 per message/,
  );
  expect(notice.textContent).toContain('only if you accept it');
  await userEvent.click(screen.getByRole('button', { name: 'Accept the new price of bot' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['New price accepted']);
  });
  expect(backend.sent('POST', 'accept_terms')[0]?.body).toEqual({ deployment: 'd1', offer: 7 });
  await userEvent.click(screen.getByRole('button', { name: 'Reject the new price and stop bot' }));
  await waitFor(() => {
    expect(backend.sent('PATCH', 'deployments')[0]?.body).toMatchObject({ status: 'stopped' });
  });
});

test('a price whose acceptance fails shows an error, also after the user has left the page', async () => {
  let respond = (): void => undefined;
  const { backend, toasts, router } = await open({
    'POST pending_terms': { json: [pending] },
    'POST accept_terms': () =>
      new Promise((resolve) => {
        respond = () => {
          resolve({ status: 500, json: { message: 'down' } });
        };
      }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Accept the new price of bot' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'accept_terms')).toHaveLength(1);
  });
  await act(() => router.navigate('/agents'));
  expect(screen.queryByRole('button', { name: 'Accept the new price of bot' })).toBeNull();
  respond();
  await waitFor(() => {
    expect(toasts('error')).toHaveLength(1);
  });
});

test('an accepted price shows when it starts; a stopped deployment asks before it starts', async () => {
  await open({ 'POST pending_terms': { json: [{ ...pending, accepted_from: '2126-12-01T12:00:00Z' }] } });
  expect(await screen.findByText(/^You accepted \$0\.05 per message from Dec 1, 2126\./)).toBeTruthy();
  cleanup();
  await open({
    'GET deployments': { json: [{ ...deployment, status: 'stopped' }] },
    'POST pending_terms': { json: [{ ...pending, effective_at: '2026-01-01T00:00:00Z' }] },
  });
  expect(await screen.findByText(/Accept the new price to start it again\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reject the new price and stop bot' })).toBeNull();
});
