/** A report whose panel is closed before the response: a failure loses nothing. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetUserData } from '@slipway/data';
import {
  type Reply,
  renderPage,
  signInAs,
  signOutAll,
  startBackend,
  startIntersections,
  testUser,
} from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import { sampleReplies } from '../../testing/replies';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = 'a0000000-0000-4000-8000-000000000001';
const agent = {
  ...{ id, creator_id: 'c1', name: 'Helper', category: 'sales', tags: [], install_count: 3 },
  ...{ description: 'Helps.', pricing_model: 'free', price_per_message: null, price_per_month: null },
  ...{ external_only: false, external_url: null, notice_days: 14, color: null, readme: '', examples: [] },
  creator: { full_name: 'Amara Okafor' },
};
const failure = { status: 500, json: { message: 'x' } };
const conflict = { status: 409, json: { code: '23505', message: 'x' } };

const details = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Details (optional)' });
const send = () => screen.getByRole('button', { name: 'Send report' });

/** Sends a report, and closes the panel. The request waits for `respond`. */
async function sendAndClose() {
  let respond: (reply: Reply) => void = () => undefined;
  startBackend({
    ...sampleReplies,
    agents: ({ url }) => ({ json: url.searchParams.get('id') === `eq.${id}` ? [agent] : [] }),
    'POST agent_reports': () =>
      new Promise<Reply>((resolve) => {
        respond = resolve;
      }),
  });
  await signInAs();
  startIntersections();
  const page = renderPage(<MarketplacePage />, `/marketplace?agent=${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Report this agent' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'It’s spam');
  await userEvent.type(await details(), 'Ads');
  await userEvent.click(send());
  const close = () => act(() => page.router.navigate('/marketplace'));
  const open = () => act(() => page.router.navigate(`/marketplace?agent=${id}`));
  await close();
  return {
    ...page,
    ...{ open, close },
    respond: (reply: Reply) => {
      respond(reply);
    },
  };
}

test('the toast of a failure leads back to the text; a success leaves nothing behind', async () => {
  const { respond, address, open, close, toasts } = await sendAndClose();
  respond(failure);
  await screen.findByText('Couldn’t send your report. Try again in a moment.');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the form' }));
  expect(address()).toBe(`/marketplace?agent=${id}`);
  const field = await details();
  expect(field.value).toBe('Ads');
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reason' }).value).toBe('spam');
  await userEvent.click(send());
  await close();
  respond({ json: null });
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Thanks for your report']);
  });
  await open();
  const opener = await screen.findByRole('button', { name: 'Report this agent' });
  expect(opener.getAttribute('aria-expanded')).toBe('false');
});

test('opened again before the response, it is being sent; it closes after a success', async () => {
  const { respond, open, toasts } = await sendAndClose();
  await open();
  expect((await details()).value).toBe('Ads');
  expect(send().getAttribute('aria-busy')).toBe('true');
  respond({ json: null });
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Thanks for your report']);
  });
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
  });
});

test('a second report of the agent is not kept', async () => {
  const { respond, open } = await sendAndClose();
  respond(conflict);
  await screen.findByText('You already reported this agent');
  expect(screen.queryByRole('button', { name: 'Back to the form' })).toBeNull();
  await open();
  const opener = await screen.findByRole('button', { name: 'Report this agent' });
  expect(opener.getAttribute('aria-expanded')).toBe('false');
});

test('a report that was typed when the session expired is there again for its user', async () => {
  startBackend({
    ...sampleReplies,
    agents: ({ url }) => ({ json: url.searchParams.get('id') === `eq.${id}` ? [agent] : [] }),
  });
  await signInAs();
  startIntersections();
  const { queryClient } = renderPage(<MarketplacePage />, `/marketplace?agent=${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Report this agent' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'It’s spam');
  await userEvent.type(await details(), 'Ads');
  forgetUserData(queryClient, testUser.id, true);
  await act(() => signOutAll());
  await waitFor(() => {
    expect(screen.queryByRole('textbox', { name: 'Details (optional)' })).toBeNull();
  });
  forgetUserData(queryClient, testUser.id);
  await act(() => signInAs());
  expect((await details()).value).toBe('Ads');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reason' }).value).toBe('spam');
});
