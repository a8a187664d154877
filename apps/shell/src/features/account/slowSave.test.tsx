/** A profile that is closed and opened again while it is being saved. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
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

const findName = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Display name' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a slow save that succeeds leaves a profile open in which the user has typed since', async () => {
  let respond: () => void = () => undefined;
  const saved = new Promise<{ json: unknown }>((resolve) => {
    respond = () => {
      resolve({ json: null });
    };
  });
  const backend = startBackend({ own_profile: profileOf(), save_profile: () => saved });
  await signInAs();
  const { address, router, toasts } = renderPage(<AccountPlace />, '/billing?account=profile', {
    routes: allRoutes,
  });
  await userEvent.type(await findName(), 'X');
  await save();
  await act(() => router.navigate('/billing'));
  await act(() => router.navigate('/billing?account=profile'));
  await userEvent.type(await findName(), 'Y');
  backend.replies = { ...backend.replies, own_profile: profileOf({ full_name: 'MiaX', etag: 'e2' }) };
  act(respond);
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your profile is saved']);
  });
  // The save is read.
  await waitFor(() => {
    // A busy machine sends one that is canceled, too.
    expect(backend.sent('POST', 'own_profile').length).toBeGreaterThan(1);
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull();
  });
  expect(address()).toBe('/billing?account=profile');
  expect((await findName()).value).toMatch(/XY$/);
  // The form's own save does not count as a change elsewhere.
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
  await save();
  await waitFor(() => {
    expect(address()).toBe('/billing');
  });
  expect(backend.sent('POST', 'save_profile').map(({ body }) => body['etag'])).toEqual(['e1', 'e2']);
});
