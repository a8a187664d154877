/** Two-step verification in the account panel: on, off and failing. One file: all tests open the same panel. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, sessionOf, testUser } from '@slipway/testing';
import { openAccount } from '../testing/openAccount';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (replies: Replies = {}, mfa = false, before: Replies = {}) =>
  openAccount(replies, { mfa, before });

const FACTOR = 'f0000000-0000-4000-8000-000000000001';
const factor = { id: FACTOR, factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app' };
const enrolled: Replies = { 'GET user': { json: { ...testUser, factors: [factor] } } };
const codeReplies: Replies = {
  'POST create_recovery_codes': { json: ['aaaaa-11111', 'bbbbb-22222'] },
  'POST count_recovery_codes': { json: 2 },
};
const newFactor = {
  id: FACTOR,
  type: 'totp',
  totp: { qr_code: '<svg/>', secret: 'SECRET', uri: 'otpauth://totp/x' },
};

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};

test('has no two-step verification where the backend lacks it', async () => {
  await open();
  expect(screen.getByText('Your account')).toBeTruthy();
  expect(screen.queryByText('Two-step verification')).toBeNull();
});

test('says that two-step verification is off', { tags: ['T-52'] }, async () => {
  await open({}, true);
  expect(await screen.findByText('Off. Anyone with your password can sign in.')).toBeTruthy();
});

test('says that the status did not load, and loads it again', { tags: ['T-52'] }, async () => {
  const { backend } = await open({ 'GET user': { status: 500, json: { msg: 'down' } } }, true);
  await screen.findByText('Couldn’t load two-step status');
  backend.replies = {};
  press('Try again');
  expect(await screen.findByText('Off. Anyone with your password can sign in.')).toBeTruthy();
});

test('turns two-step verification on with a code of the app', { tags: ['T-52', 'AUTH-65'] }, async () => {
  const { backend } = await open(
    {
      'POST factors': { json: newFactor },
      'POST challenge': { json: { id: 'c1', type: 'totp', expires_at: 0 } },
      'POST verify': () => ({ json: sessionOf() }),
      ...codeReplies,
    },
    true,
  );
  await screen.findByRole('button', { name: 'Turn on' });
  press('Turn on');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step verification' }));
  expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
  expect(dialog.getByText('SECRET')).toBeTruthy();
  const code = dialog.getByLabelText<HTMLInputElement>('Six-digit code');

  fireEvent.change(code, { target: { value: '12' } });
  fireEvent.submit(code.form ?? code);
  expect(await dialog.findByText('That code is wrong or has expired. Enter the current one.')).toBeTruthy();
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(backend.sent('POST', 'challenge')).toEqual([]);

  backend.replies = { ...backend.replies, ...enrolled };
  fireEvent.change(code, { target: { value: '123 456' } });
  fireEvent.submit(code.form ?? code);
  await screen.findByText(/^Two-step verification is on\. Each code below works once/);
  expect(backend.sent('POST', 'verify').map(({ body }) => body.code)).toEqual(['123456']);
  expect(await screen.findByText('On. Signing in requires a code from your authenticator app.')).toBeTruthy();
  const codes = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
  expect(screen.queryByRole('dialog', { name: 'Turn on two-step verification' })).toBeNull();
  expect(codes.getByRole('region', { name: 'Recovery codes' }).textContent).toBe('aaaaa-11111\nbbbbb-22222');
  fireEvent.click(codes.getByRole('button', { name: 'I’ve saved them' }));
  // Shown once.
  await waitFor(() => {
    expect(screen.queryByText(/aaaaa-11111/)).toBeNull();
  });
  expect(await screen.findByText('2 left')).toBeTruthy();
});

test('while it waits, the button that opens a dialog keeps the focus, which the dialog returns to it (23)', async () => {
  await open({ 'POST factors': { json: newFactor } }, true);
  const turnOn = await screen.findByRole<HTMLButtonElement>('button', { name: 'Turn on' });
  turnOn.focus();
  fireEvent.click(turnOn);
  expect(turnOn.ariaBusy).toBe('true');
  expect(turnOn.disabled).toBe(false);
  expect(await screen.findByRole('dialog', { name: 'Turn on two-step verification' })).toBeTruthy();
  expect(turnOn.disabled).toBe(false);
});

test('recovery codes can be copied and downloaded', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, userAgent: '', clipboard: { writeText: copied } });
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:codes';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await openAccount({ ...enrolled, ...codeReplies }, { mfa: true, before: enrolled, aal: 'aal2' });
  fireEvent.click(await screen.findByRole('button', { name: 'New codes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Copy codes' }));
  await waitFor(() => {
    expect(copied).toHaveBeenCalledWith('aaaaa-11111\nbbbbb-22222');
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => {
    expect(saved).toEqual(['slipway-recovery-codes.txt']);
  });
  expect(await files[0]?.text()).toContain('aaaaa-11111\nbbbbb-22222');
});

test('turns two-step verification off after a confirmation', { tags: ['T-52'] }, async () => {
  const { backend } = await openAccount(
    { ...enrolled, ...codeReplies },
    { mfa: true, before: enrolled, aal: 'aal2' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step verification?' }));
  expect(backend.sent('DELETE', FACTOR)).toEqual([]);
  backend.replies = { [`DELETE ${FACTOR}`]: { json: { id: FACTOR } } };
  fireEvent.click(dialog.getByRole('button', { name: 'Yes, turn off' }));
  expect(await screen.findByText('Off. Anyone with your password can sign in.')).toBeTruthy();
  expect(backend.sent('DELETE', FACTOR)).toHaveLength(1);
});

test('a wrong code stays in the dialog with an error', { tags: ['T-52'] }, async () => {
  await open(
    {
      'POST factors': { json: newFactor },
      'POST challenge': { json: { id: 'c1', type: 'totp', expires_at: 0 } },
      'POST verify': { status: 422, json: { code: 422, error_code: 'mfa_verification_failed', msg: 'x' } },
    },
    true,
  );
  await screen.findByRole('button', { name: 'Turn on' });
  press('Turn on');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step verification' }));
  const code = dialog.getByLabelText<HTMLInputElement>('Six-digit code');
  fireEvent.change(code, { target: { value: '000000' } });
  fireEvent.submit(code.form ?? code);
  expect(await dialog.findByText('That code is wrong or has expired. Enter the current one.')).toBeTruthy();
});

const tooOld = { status: 400, json: { code: 400, error_code: 'reauthentication_needed', msg: 'x' } };
const tooOldData = { status: 403, json: { code: 'PT403', message: 'x', hint: 'reauthenticate' } };

test('after a sign-in long ago, it asks for another one and continues (7.5.1)', async () => {
  let isRecent = false;
  const { backend } = await openAccount(
    { 'POST factors': () => (isRecent ? { json: newFactor } : tooOld) },
    {
      mfa: true,
      reauthenticates: () => {
        isRecent = true;
        return true;
      },
    },
  );
  await screen.findByRole('button', { name: 'Turn on' });
  press('Turn on');
  expect(await screen.findByRole('dialog', { name: 'Turn on two-step verification' })).toBeTruthy();
  expect(backend.sent('POST', 'factors')).toHaveLength(2);
});

test('turning off and new codes need a recent sign-in too, and canceling it changes nothing (7.5.1)', async () => {
  const { backend } = await openAccount(
    { ...enrolled, ...codeReplies, 'POST create_recovery_codes': tooOldData, [`DELETE ${FACTOR}`]: tooOld },
    { mfa: true, before: enrolled, aal: 'aal2', reauthenticates: () => false },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'New codes' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'create_recovery_codes')).toHaveLength(1);
  });
  await waitFor(() => {
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Turn off' }).disabled).toBe(false);
  });
  press('Turn off');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step verification?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Yes, turn off' }));
  await waitFor(() => {
    expect(backend.sent('DELETE', FACTOR)).toHaveLength(1);
  });
  expect(await screen.findByText('On. Signing in requires a code from your authenticator app.')).toBeTruthy();
  expect(document.querySelector('[data-toast]')).toBeNull();
});
