/** A profile that is open while the session ends: another tab signs in as another user, or the session expires. */
import { forgetUserData } from '@slipway/data';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import { AccountPlace } from '../../frame/AccountPlace';
import { profileOf } from '../../testing/profile';
import { allRoutes } from '../../testing/routes';

afterEach(cleanup);

const about = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'About' });

test('the other user sees no input of the first one', async () => {
  const backend = startBackend({ own_profile: profileOf() });
  await signInAs();
  renderPage(<AccountPlace />, '/billing?account=profile', { routes: allRoutes });
  fireEvent.change(await about(), { target: { value: 'Typed by Ada' } });
  backend.replies['own_profile'] = profileOf({ about: 'I am Ben.', etag: 'e2' });
  const ben = { ...testUser, id: '99999999-2222-4333-8444-555555555555' };
  backend.replies['GET user'] = { json: ben };
  await act(() => signInAs(ben));
  await waitFor(async () => {
    expect((await about()).value).toBe('I am Ben.');
  });
  expect(screen.queryByText(/^Your profile was changed elsewhere/)).toBeNull();
});

test('after a session that expired, its user finds the input', async () => {
  startBackend({ own_profile: profileOf() });
  await signInAs();
  const { queryClient, router } = renderPage(<AccountPlace />, '/billing?account=profile', {
    routes: allRoutes,
  });
  fireEvent.change(await about(), { target: { value: 'Typed by Ada' } });
  forgetUserData(queryClient, testUser.id, true);
  await act(() => signOutAll());
  expect(screen.queryByRole('dialog')).toBeNull();
  forgetUserData(queryClient, testUser.id);
  await act(() => signInAs());
  expect((await about()).value).toBe('Typed by Ada');
  expect(router.state.location.search).toBe('?account=profile');
});
