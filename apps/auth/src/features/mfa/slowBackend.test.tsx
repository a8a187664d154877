/** Two-step verification that is turned on while responses are slow, or do not come. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Reply, sessionOf, testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { openAccount } from '../../testing/openAccount';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = 'f0000000-0000-4000-8000-000000000001';
const factors = [{ id, factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app' }];

/** Sends the code. The recovery codes wait for `respond`. */
async function turnOn() {
  let respond: (reply: Reply) => void = () => undefined;
  const { backend } = await openAccount(
    {
      'POST factors': { json: { id, type: 'totp', totp: { qr_code: '<svg/>', secret: 'SECRET', uri: 'x' } } },
      'POST challenge': { json: { id: 'c1', type: 'totp', expires_at: 0 } },
      'POST verify': () => ({ json: sessionOf() }),
      'POST create_recovery_codes': () =>
        new Promise<Reply>((resolve) => {
          respond = resolve;
        }),
      'POST count_recovery_codes': { json: 2 },
    },
    { mfa: true },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn on two-step verification' });
  backend.replies['GET user'] = { json: { ...testUser, factors } };
  fireEvent.change(within(dialog).getByLabelText('Six-digit code'), { target: { value: '123456' } });
  fireEvent.submit(dialog.querySelector('form') ?? dialog);
  await waitFor(() => {
    expect(backend.sent('POST', 'create_recovery_codes')).toHaveLength(1);
  });
  return {
    ...{ backend, dialog },
    respond: (reply: Reply) => {
      respond(reply);
    },
  };
}
const codes = () => screen.queryByRole('dialog', { name: 'Save your recovery codes' });

test('the dialog stays, and is busy, until the recovery codes replace it', async () => {
  const { dialog, respond } = await turnOn();
  expect(dialog.isConnected).toBe(true);
  expect(within(dialog).getByRole('button', { name: 'Loading...' })).toBeTruthy();
  respond({ json: ['aaaaa-11111'] });
  await waitFor(() => {
    expect(codes()).toBeTruthy();
  });
  expect(dialog.isConnected).toBe(false);
  expect(await screen.findByText(/^On\. Signing in requires a code/)).toBeTruthy();
  expect(codes()).toBeTruthy();
});

test('without recovery codes, the dialog closes, and the row has a way to new ones', async () => {
  const { respond } = await turnOn();
  respond({ status: 500, json: { message: 'down' } });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(await screen.findByRole('button', { name: 'New codes' })).toBeTruthy();
});

test('recovery codes stay on screen when the status cannot be read after them', async () => {
  const { backend, respond } = await turnOn();
  backend.replies['GET user'] = { status: 500, json: { msg: 'down' } };
  const before = backend.sent('GET', 'user').length;
  respond({ json: ['aaaaa-11111'] });
  await waitFor(() => {
    expect(backend.sent('GET', 'user').length).toBeGreaterThan(before);
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(codes()).toBeTruthy();
});
