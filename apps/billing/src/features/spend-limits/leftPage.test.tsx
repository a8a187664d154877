/** A spend limit whose page the user leaves before the response. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from '@slipway/platform';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import { SpendLimits } from './SpendLimits';

afterEach(cleanup);

/** As in the app: another address has no limits. */
function Billing() {
  return useLocation().pathname === '/billing' && <SpendLimits />;
}

test('a failed change shows an error', async () => {
  let respond = (): void => undefined;
  const account = { scope: 'account', subject: 'u1', name: null, amount: null, spent: 0, alerted: null };
  const backend = startBackend({
    'POST list_spend_limits': { json: [{ ...account, resets_at: '2026-12-01T00:00:00Z' }] },
    'POST set_spend_limit': () =>
      new Promise((resolve) => {
        respond = () => {
          resolve({ status: 500, json: { message: 'down' } });
        };
      }),
  });
  await signInAs();
  const { router, toasts } = renderPage(<Billing />, '/billing');
  await userEvent.type(await screen.findByRole('textbox'), '5{Enter}');
  await waitFor(() => {
    expect(backend.sent('POST', 'set_spend_limit')).toHaveLength(1);
  });
  await act(() => router.navigate('/agents'));
  expect(screen.queryByRole('textbox')).toBeNull();
  respond();
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t change the limit. Please try again.']);
  });
});
