/** A profile that is open while another tab signs in as another user. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage, signInAs, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import { AccountPlace } from '../../frame/AccountPlace';
import { profileOf } from '../../testing/profile';
import { allRoutes } from '../../testing/routes';

afterEach(cleanup);

const about = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'About' });

test('the other user sees nothing of what the first one has typed', async () => {
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
