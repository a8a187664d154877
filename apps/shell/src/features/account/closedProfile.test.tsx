/** The profile, closed while it is being saved: a failure loses nothing. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Reply, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import { AccountPlace } from '../../frame/AccountPlace';
import { profileOf } from '../../testing/profile';
import { allRoutes } from '../../testing/routes';

afterEach(cleanup);

const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Display name' });
const about = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'About' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

async function open() {
  let respond: (reply: Reply) => void = () => undefined;
  startBackend({
    own_profile: profileOf(),
    save_profile: () =>
      new Promise<Reply>((resolve) => {
        respond = resolve;
      }),
  });
  await signInAs();
  const page = renderPage(<AccountPlace />, '/billing?account=profile', { routes: allRoutes });
  return {
    ...page,
    respond: (reply: Reply) => {
      respond(reply);
    },
  };
}

test('closed before a save fails, the profile comes back with what was typed, by the toast', async () => {
  const { address, router, toasts, respond } = await open();
  await userEvent.type(await nameField(), ' Weber');
  await userEvent.type(about(), 'I build agents.');
  await save();
  await act(() => router.navigate('/deployments'));
  respond({ status: 500, json: { message: 'x' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  expect(address()).toBe('/deployments?account=profile');
  expect([(await nameField()).value, about().value]).toEqual(['Mia Weber', 'I build agents.']);
  // A save that succeeds leaves nothing behind.
  await save();
  await act(() => router.navigate('/deployments'));
  respond({ json: null });
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your profile is saved']);
  });
  await act(() => router.navigate('/deployments?account=profile'));
  expect((await nameField()).value).toBe('Mia');
});

test('opened again while it is being saved, it has what was typed, and closes once it is saved', async () => {
  const { address, router, toasts, respond } = await open();
  await userEvent.type(await nameField(), ' Weber');
  await save();
  await act(() => router.navigate('/deployments'));
  await act(() => router.navigate('/deployments?account=profile'));
  expect((await nameField()).value).toBe('Mia Weber');
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true');
  respond({ json: null });
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your profile is saved']);
  });
  await waitFor(() => {
    expect(address()).toBe('/deployments');
  });
});
