/** The notice on the dashboard after a link that changed the email address, or the first of two links. */
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testUser } from '@slipway/testing';
import { setEmailChanged } from '@slipway/session';
import { newEmailOf } from '../data/newEmail';
import { openAccount } from '../testing/openAccount';

beforeEach(() => {
  newEmailOf(testUser.id).set('new@example.test');
});
afterEach(() => {
  cleanup();
  newEmailOf(testUser.id).remove();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

test('names the new address, once', async () => {
  const user = { ...testUser, email: 'new@example.test' };
  const first = await openAccount({}, { user });
  await waitFor(() => {
    expect(first.toasts('success')).toEqual(['Your email address is now new@example.test.']);
  });
  first.unmount();
  const { toasts } = await openAccount({}, { user });
  expect(toasts()).toEqual([]);
});

test('asks for the other link, where both addresses confirm', async () => {
  window.history.replaceState(null, '', '/dashboard?message=Accepted#message=Accepted&sb=');
  const { toasts } = await openAccount();
  await waitFor(() => {
    expect(toasts('info')).toEqual([
      'That address is confirmed. Now open the link that we sent to your other one.',
    ]);
  });
  expect(window.location.href).toMatch(/\/dashboard$/);
  expect(newEmailOf(testUser.id).get()).toBe('new@example.test');
});

test('names the new address where another browser requested it, once', async () => {
  newEmailOf(testUser.id).remove();
  setEmailChanged(true);
  const first = await openAccount();
  await waitFor(() => {
    expect(first.toasts('success')).toEqual([`Your email address is now ${testUser.email}.`]);
  });
  first.unmount();
  const { toasts } = await openAccount();
  expect(toasts()).toEqual([]);
});
