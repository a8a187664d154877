/** The user's sessions in the account panel. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Replies } from '@slipway/testing';
import { openAccount } from '../../testing/openAccount';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const current = {
  id: '10000000-0000-4000-8000-000000000001',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  address: '203.0.113.0/24',
  created_at: '2026-11-20T08:00:00Z',
  last_used_at: '2026-11-22T08:00:00Z',
  is_current: true,
};
const phone = {
  ...current,
  id: '10000000-0000-4000-8000-000000000002',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1',
  address: null,
  is_current: false,
};
const program = { ...phone, id: '10000000-0000-4000-8000-000000000003', user_agent: null };

async function openSessions(replies: Replies) {
  const page = await openAccount(replies);
  fireEvent.click(screen.getByRole('button', { name: 'Manage devices' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Devices' }));
  return { ...page, dialog };
}

test('lists the sessions with their browsers, and marks this one', async () => {
  const { dialog } = await openSessions({ 'POST list_sessions': { json: [phone, current, program] } });
  const rows = (await dialog.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^Chrome on WindowsThis deviceLast used Nov 22, 2026.* from 203.0.113.0\/24$/);
  expect(rows[1]).toMatch(/^Safari on iPhoneLast used Nov 22, 2026/);
  expect(rows[2]).toMatch(/^Unknown device/);
  // This session ends with the button of the header.
  expect(dialog.getAllByRole('button', { name: /^Sign out .+, last used/ })).toHaveLength(2);
});

test('begins at its title: while the sessions load, the first control is “Close”', async () => {
  const { dialog } = await openSessions({ 'POST list_sessions': 'never' });
  expect(document.activeElement).toBe(dialog.getByRole('heading', { name: 'Devices' }));
});

test('ends one session, and the focus stays in the dialog', async () => {
  let rows = [current, phone];
  const { backend, dialog } = await openSessions({
    'POST list_sessions': () => ({ json: rows }),
    'POST end_session': () => {
      rows = [current];
      return { json: true };
    },
  });
  const button = await dialog.findByRole('button', { name: /^Sign out Safari on iPhone/ });
  button.focus();
  fireEvent.click(button);
  expect(await dialog.findByText('You’re not signed in anywhere else.')).toBeTruthy();
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Close');
  });
  expect(backend.sent('POST', 'end_session').map(({ body }) => body)).toEqual([{ session_id: phone.id }]);
  expect(dialog.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
});

test('the button that was pressed is busy and keeps the focus, and the others wait', async () => {
  const { dialog } = await openSessions({
    'POST list_sessions': { json: [current, phone, program] },
    'POST end_session': 'never',
  });
  const button = await dialog.findByRole('button', { name: /^Sign out Safari on iPhone/ });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => {
    expect(button.ariaBusy).toBe('true');
  });
  expect(document.activeElement).toBe(button);
  const others = [/^Sign out Unknown device/, 'Sign out all other devices'];
  const isWaiting = (name: RegExp | string) => {
    const { disabled, ariaBusy } = dialog.getByRole<HTMLButtonElement>('button', { name });
    return disabled && ariaBusy === null;
  };
  expect(others.map(isWaiting)).toEqual([true, true]);
});

test('ends all other sessions, and stays signed in', async () => {
  let rows = [current, phone, program];
  const { backend, dialog } = await openSessions({
    'POST list_sessions': () => ({ json: rows }),
    'POST logout': () => {
      rows = [current];
      return { status: 204 };
    },
  });
  fireEvent.click(await dialog.findByRole('button', { name: 'Sign out all other devices' }));
  expect(await dialog.findByText('You’re not signed in anywhere else.')).toBeTruthy();
  expect(backend.sent('POST', 'logout').map(({ url }) => url.search)).toEqual(['?scope=others']);
});

test('says that the list or an end failed', async () => {
  const { backend, dialog } = await openSessions({ 'POST list_sessions': { status: 500, json: {} } });
  expect(await dialog.findByText('Couldn’t load your devices', {}, { timeout: 5_000 })).toBeTruthy();
  backend.replies = {
    'POST list_sessions': { json: [current, phone] },
    'POST end_session': { status: 500, json: {} },
  };
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  fireEvent.click(await dialog.findByRole('button', { name: /^Sign out Safari on iPhone/ }));
  expect(await screen.findByText('Couldn’t sign out there. Try again in a moment.')).toBeTruthy();
  await waitFor(() => {
    expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  });
});
