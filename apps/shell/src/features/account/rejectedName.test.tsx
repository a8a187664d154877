/** A display name that the server rejects. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { AccountPlace } from '../../frame/AccountPlace';
import { profileOf } from '../../testing/profile';
import { allRoutes } from '../../testing/routes';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a name that the server rejects is marked and has the focus each time, with one message, until it is changed (T-13)', async () => {
  const backend = startBackend({
    own_profile: profileOf(),
    save_profile: { status: 400, json: { code: 'PT400', message: 'x', hint: 'hidden_characters' } },
  });
  await signInAs();
  const { toasts } = renderPage(<AccountPlace />, '/billing?account=profile', { routes: allRoutes });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Display name' });
  for (const tries of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(backend.sent('POST', 'save_profile')).toHaveLength(tries);
      expect(document.activeElement).toBe(name);
    });
    await waitFor(() => {
      expect(name.getAttribute('aria-invalid')).toBe('true');
    });
    // Only the toast has the message: in the focused field too, a screen reader would read it twice.
    expect(toasts('error')).toEqual(['Your name has invisible characters. Delete it and type it again.']);
    expect(screen.getAllByText(/invisible characters/)).toHaveLength(1);
  }
  await userEvent.type(name, '!');
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});
