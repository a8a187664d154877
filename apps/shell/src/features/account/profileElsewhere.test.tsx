/** A profile that another tab saved while its form was open: nothing is lost in either. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const isMailed = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Email me reviews of my agents' }).checked;
const fields = () => [...['Display name', 'About', 'Links'].map((name) => field(name).value), isMailed()];

/** A form with a new name and new links, whose save found that another tab has changed the name, the text and a mail. */
async function saveAfterAnother() {
  const backend = startBackend({
    own_profile: profileOf(),
    save_profile: { status: 409, json: { message: 'x', code: 'PT409' } },
  });
  await signInAs();
  const page = renderPage(<AccountPlace />, '/billing?account=profile', { routes: allRoutes });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Display name' }), ' Weber');
  await userEvent.type(field('Links'), 'example.com');
  backend.replies['own_profile'] = profileOf({
    ...{ full_name: 'Theirs', about: 'Theirs', mails_reviews: false, etag: 'e2' },
  });
  await press('Save');
  const notice = await screen.findByText(/^Your profile was changed elsewhere/);
  return { ...page, backend, notice };
}

test('keeps what was typed, shows the rest as it is now, and is saved on top of it', async () => {
  const { backend, notice, toasts, address } = await saveAfterAnother();
  expect(notice.textContent).toContain('Changed both here and there: Display name.');
  expect(fields()).toEqual(['Mia Weber', 'Theirs', 'example.com', false]);
  expect([toasts(), address()]).toEqual([[], '/billing?account=profile']);
  backend.replies['save_profile'] = { json: null };
  await press('Save anyway');
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your profile is saved']);
  });
  expect(backend.sent('POST', 'save_profile').map(({ body }) => body)).toMatchObject([
    { full_name: 'Mia Weber', about: '', mails_reviews: true, etag: 'e1' },
    { full_name: 'Mia Weber', about: 'Theirs', mails_reviews: false, etag: 'e2' },
  ]);
});

test('the current version replaces what was typed after a question, and the form has the focus', async () => {
  await saveAfterAnother();
  await press('Load the current version');
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(fields()).toEqual(['Theirs', 'Theirs', '', false]);
  });
  expect(screen.queryByText(/^Your profile was changed elsewhere/)).toBeNull();
  expect(document.activeElement).toBe(field('Display name'));
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});
