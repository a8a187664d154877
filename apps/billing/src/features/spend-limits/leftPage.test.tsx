/** A spend limit whose page the user leaves before the response, or a session that expires has closed. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from '@slipway/platform';
import { forgetUserData } from '@slipway/data';
import { useSession } from '@slipway/session';
import { renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import { SpendLimits } from './SpendLimits';

afterEach(cleanup);

/** As in the app: another address has no limits. */
function Billing() {
  const { status } = useSession();
  const { pathname } = useLocation();
  return status === 'signed-in' && pathname === '/billing' && <SpendLimits />;
}

const account = { scope: 'account', subject: 'u1', name: null, amount: null, spent: 0, alerted: null };
const listed = { json: [{ ...account, resets_at: '2026-12-01T00:00:00Z' }] };

test('a failed change shows an error', async () => {
  let respond = (): void => undefined;
  const backend = startBackend({
    'POST list_spend_limits': listed,
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

test.each(['25', '25{Enter}'])('%s that was typed when the session expired is there again', async (keys) => {
  const backend = startBackend({ 'POST list_spend_limits': listed, 'POST set_spend_limit': 'never' });
  await signInAs();
  const { queryClient } = renderPage(<Billing />, '/billing');
  await userEvent.type(await screen.findByRole('textbox'), keys);
  await waitFor(() => {
    expect(backend.sent('POST', 'set_spend_limit')).toHaveLength(keys === '25' ? 0 : 1);
  });
  await act(() => {
    forgetUserData(queryClient, testUser.id, true);
    return signOutAll();
  });
  expect(screen.queryByRole('textbox')).toBeNull();
  forgetUserData(queryClient, testUser.id);
  await act(() => signInAs());
  expect(await screen.findByRole('textbox')).toHaveProperty('value', '25');
});
