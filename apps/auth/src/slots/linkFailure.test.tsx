/** A link that has expired or was used, opened by a user who is signed in already. */
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLinkFailure } from '@slipway/session';
import { openAccount } from '../testing/openAccount';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('says that nothing has changed, once', async () => {
  setLinkFailure('link');
  const first = await openAccount();
  await waitFor(() => {
    expect(first.toasts('info')).toEqual([
      'That link has expired or was already used. You’re still signed in as ada@example.test.',
    ]);
  });
  first.unmount();
  const { toasts } = await openAccount();
  expect(toasts()).toEqual([]);
});
