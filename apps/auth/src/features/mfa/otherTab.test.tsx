/** Two-step verification that another tab has turned on or off meanwhile. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { openAccount } from '../../testing/openAccount';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FACTOR = 'f0000000-0000-4000-8000-000000000001';
const factor = { id: FACTOR, factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app' };
const enrolled = {
  'GET user': { json: { ...testUser, factors: [factor] } },
  'POST count_recovery_codes': { json: 2 },
};
const rejection = (status: number, error_code: string) => ({
  ...{ status, json: { code: status, error_code, msg: 'x' } },
});

test('when it cannot be turned on because it is on, the page shows that', async () => {
  const { backend } = await openAccount({}, { mfa: true, aal: 'aal2' });
  const turnOn = await screen.findByRole('button', { name: 'Turn on' });
  backend.replies = { ...enrolled, 'POST factors': rejection(422, 'mfa_factor_name_conflict') };
  fireEvent.click(turnOn);
  expect(await screen.findByText(/^On\. Signing in requires a code/)).toBeTruthy();
});

test('when it cannot be turned off because it is off, the page shows that, and the dialog closes', async () => {
  const { backend } = await openAccount(enrolled, { mfa: true, before: enrolled, aal: 'aal2' });
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step verification?' }));
  backend.replies = { [`DELETE ${FACTOR}`]: rejection(404, 'mfa_factor_not_found') };
  fireEvent.click(dialog.getByRole('button', { name: 'Yes, turn off' }));
  expect(await screen.findByText(/^Off\./)).toBeTruthy();
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
