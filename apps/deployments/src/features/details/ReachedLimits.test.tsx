/** Spend limits that are reached, beside the number of calls. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { ReachedLimits } from './ReachedLimits';

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

async function open(all: object[], limits: object[]) {
  const onShow = vi.fn();
  const backend = startBackend({
    'POST list_spend_limits': ({ body }) => ({ json: body['deployment'] === 'd1' ? limits : all }),
  });
  await signInAs();
  renderPage(<ReachedLimits id="d1" onShow={onShow} />, '/deployments');
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
