import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { AccountPlace } from '../../frame/AccountPlace';
import { profileOf } from '../../testing/profile';
import { allRoutes } from '../../testing/routes';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(replies: Replies = {}) {
  const backend = startBackend({
    own_profile: profileOf(),
    ...replies,
  });
  await signInAs();
  const page = renderPage(<AccountPlace />, '/billing?account=profile', { routes: allRoutes });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Display name' });
  return { backend, name, ...page };
}
const field = (name: string) => screen.getByRole('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('saves name, color, text and links in one request, and closes', async () => {
  const { backend, name, toasts, address } = await open({ save_profile: { json: null } });
  expect(name.value).toBe('Mia');
  await userEvent.type(name, ' Weber ');
  await userEvent.type(field('About'), 'I build agents.');
  await userEvent.type(field('Links'), 'example.com/mia{Enter}https://example.org');
  await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
  await save();
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your profile is saved']);
  });
  expect(backend.sent('POST', 'save_profile').map(({ body }) => body)).toEqual([
    {
      full_name: 'Mia Weber',
      about: 'I build agents.',
      links: ['https://example.com/mia', 'https://example.org'],
      color: 'teal',
      ...{ mails_reviews: true, mails_failures: true, etag: 'e1' },
    },
  ]);
  await waitFor(() => {
    expect(address()).toBe('/billing');
  });
});

test('opened again after a save, it stays open', async () => {
  // An empty profile: the form that is opened again has the values that were saved, also while it loads.
  const { address, router } = await open({
    own_profile: profileOf({ full_name: null }),
    save_profile: { json: null },
  });
  await save();
  await waitFor(() => {
    expect(address()).toBe('/billing');
  });
  await act(() => router.navigate('/billing?account=profile'));
  await screen.findByRole('textbox', { name: 'Display name' });
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(address()).toBe('/billing?account=profile');
});

test.each(['javascript:alert(1)', 'http://example.com', '1\n2\n3\n4\n5\n6'])(
  'does not send the links %s',
  async (links) => {
    const { backend } = await open();
    await userEvent.click(field('Links'));
    await userEvent.paste(links);
    await save();
    expect(field('Links').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Links'));
    expect(backend.sent('POST', 'save_profile')).toEqual([]);
  },
);

test('begins on its title while the profile loads, not on Cancel', async () => {
  startBackend({ own_profile: 'never' });
  await signInAs();
  renderPage(<AccountPlace />, '/billing?account=profile', { routes: allRoutes });
  const heading = await screen.findByRole('heading', { name: 'Profile' });
  expect(document.activeElement).toBe(heading);
});

test.each([
  ['', { status: 500 }, 'Couldn’t save your profile. Try again in a moment.'],
  [
    ' of a name with hidden characters',
    { status: 400, json: { code: 'PT400', message: 'x', hint: 'hidden_characters' } },
    'Your name has invisible characters. Delete it and type it again.',
  ],
])('a failure%s keeps the dialog and its input', async (_why, reply, message) => {
  const { name, toasts } = await open({ save_profile: reply });
  await userEvent.type(name, '!');
  await save();
  await waitFor(() => {
    expect(toasts('error')).toEqual([message]);
  });
  expect(name.value).toBe('Mia!');
});

const question = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });
const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
};
const isClosed = () => screen.queryByRole('textbox', { name: 'Display name' }) === null;

/** jsdom's Escape closes no dialog. */
const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));

test('Escape asks before it discards what was typed (23)', async () => {
  const { name, address } = await open();
  await userEvent.type(field('About'), 'I build');
  pressEscape();
  await waitFor(() => {
    expect(question()).toBeTruthy();
  });
  expect(isClosed()).toBe(false);
  await press('Keep editing');
  await waitFor(() => {
    expect(question()).toBeNull();
  });
  expect([name.value, field('About')]).toEqual(['Mia', expect.objectContaining({ value: 'I build' })]);
  pressEscape();
  await waitFor(() => {
    expect(question()).toBeTruthy();
  });
  await press('Discard');
  await waitFor(() => {
    expect(isClosed()).toBe(true);
  });
  expect(address()).toBe('/billing');
});

test.each([
  ['the name', () => userEvent.type(field('Display name'), '!')],
  ['the links', () => userEvent.type(field('Links'), 'example.com')],
  ['the color', () => userEvent.click(screen.getByRole('radio', { name: 'Teal' }))],
  ['a mail', () => userEvent.click(screen.getByRole('checkbox', { name: 'Email me reviews of my agents' }))],
])('Cancel asks when %s has changed (23)', async (_field, change) => {
  await open();
  await change();
  await press('Cancel');
  await waitFor(() => {
    expect(question()).toBeTruthy();
  });
});

test('without changes, it closes at once, also after one was undone (23)', async () => {
  const { name } = await open();
  await userEvent.type(name, '!{Backspace}');
  await press('Cancel');
  await waitFor(() => {
    expect(isClosed()).toBe(true);
  });
  expect(question()).toBeNull();
});

test('a link to another page asks too, and leaves after Discard (23)', async () => {
  const { name, address } = await open();
  await userEvent.type(name, '!');
  await userEvent.click(screen.getByRole('link', { name: 'See your page' }));
  await waitFor(() => {
    expect(question()).toBeTruthy();
  });
  expect(address()).toBe('/billing?account=profile');
  await press('Discard');
  await waitFor(() => {
    expect(address()).toMatch(/^\/marketplace\?creator=/);
  });
  expect(question()).toBeNull();
});
