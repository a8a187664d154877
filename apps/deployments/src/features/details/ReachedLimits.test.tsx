/** Spend limits that are reached, beside the number of calls. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { ReachedLimits, useReachedLimits } from './ReachedLimits';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const account = {
  ...{ scope: 'account', subject: 'u1', name: null, amount: 10, spent: 10.2, alerted: null },
  resets_at: '2026-12-01T00:00:00Z',
};
const own = { ...account, scope: 'deployment', subject: 'd1', name: 'bot' };
const key = { ...account, scope: 'key', subject: 'k1', name: 'bot ak_••••abcd' };

const month = { plan_name: 'Starter', used: 3, period_start: '2026-11-01T00:00:00Z' };
const quota = { ...month, quota: 100, period_end: '2026-12-01T00:00:00Z' };

function Reached({ onShow }: { onShow: () => void }) {
  const { isWaiting, ...reached } = useReachedLimits('d1');
  return isWaiting ? 'waiting' : <ReachedLimits reached={reached} onShow={onShow} />;
}

async function open(all: object[], limits: object[], messages: Replies[string] = { json: quota }) {
  const onShow = vi.fn();
  const backend = startBackend({
    'POST list_spend_limits': ({ body }) => ({ json: body['deployment'] === 'd1' ? limits : all }),
    'POST message_quota': messages,
  });
  await signInAs();
  renderPage(<Reached onShow={onShow} />, '/deployments');
  await waitFor(() => {
    expect(backend.sent('POST', 'list_spend_limits')).toHaveLength(2);
  });
  return onShow;
}
const shown = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);

test('a limit of the account leads to Billing, those of the deployment and of a key to their form', async () => {
  const onShow = await open(
    [account, { ...own, subject: 'd2', name: 'other' }],
    [
      { ...own, amount: 0, spent: 0.05 },
      { ...key, amount: 0.18, spent: 0.15, alerted: 100 },
    ],
  );
  await waitFor(() => {
    expect(shown()).toEqual([
      expect.stringMatching(
        /^The spend limit of your account is reached: \$10\.20 of \$10\.00\. .* until Dec 1, 2026 \(UTC\), .* not counted here\./,
      ),
      expect.stringMatching(/of bot is reached: \$0\.05 of \$0\.00\. .* until you raise or remove it, /),
      expect.stringMatching(/of bot ak_••••abcd is reached: \$0\.15 of \$0\.18/),
    ]);
  });
  expect(screen.getByRole('link', { name: 'Spend limits' }).getAttribute('href')).toBe('/billing');
  const [button] = screen.getAllByRole('button', { name: 'Spend limits' });
  if (button) await userEvent.click(button);
  expect(onShow).toHaveBeenCalledOnce();
});

test('limits that are not reached, or not set, say nothing', async () => {
  await open(
    [{ ...account, spent: 9.99, alerted: 80 }],
    [
      { ...own, amount: null },
      { ...key, spent: 0 },
    ],
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toEqual([]);
});

test('messages of the plan that are used up lead to the plans', async () => {
  await open([], [], { json: { ...quota, used: 100 } });
  await waitFor(() => {
    expect(shown()).toEqual([
      expect.stringMatching(
        /^The messages of your Starter plan are used up\. Calls are rejected until Dec\u00a01,\u00a02026 \(UTC\), or until you change your plan/,
      ),
    ]);
  });
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/billing');
});

test('a plan without a limit is never used up', async () => {
  await open([], [], { json: { ...quota, quota: null, used: 1e6 } });
  await waitFor(() => {
    expect(screen.queryByText('waiting')).toBeNull();
  });
  expect(shown()).toEqual([]);
});

test('what is below waits for the first try of all, and no longer', async () => {
  await open([account], [], 'never');
  expect(screen.getByText('waiting')).toBeTruthy();
  cleanup();
  await open([account], [], { status: 500, json: { message: 'x' } });
  await waitFor(() => {
    expect(shown()).toHaveLength(1);
  });
});
