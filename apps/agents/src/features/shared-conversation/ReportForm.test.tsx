/** A report whose panel is closed before the response, or by a session that expires: its text is not lost. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetUserData } from '@slipway/data';
import { useSearchParams } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { type Reply, renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { ReportForm } from './ReportForm';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const path = '/marketplace?conversation=c1';
const failed = 'Couldn’t send your report. Try again in a moment.';
const often = 'You have sent 20 reports today. Try again tomorrow.';
const failures: [string, Reply][] = [
  [failed, { status: 500, json: { message: 'x' } }],
  [often, { status: 429, json: { code: 'PT429', message: 'x' } }],
];

/** The panel, open at its address. */
function ReportPanel() {
  const [params] = useSearchParams();
  return params.has('conversation') && <ReportForm id="c1" secret="key" />;
}

const details = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Details (optional)' });
const send = () => screen.getByRole('button', { name: 'Send report' });

/** Sends a report, and closes the panel. The request waits for `respond`. */
async function sendAndClose() {
  let respond: (reply: Reply) => void = () => undefined;
  startBackend({
    'POST report_shared_conversation': () =>
      new Promise<Reply>((resolve) => {
        respond = resolve;
      }),
  });
  const page = renderPage(<ReportPanel />, path);
  await userEvent.click(screen.getByRole('button', { name: 'Report this conversation' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'spam');
  await userEvent.type(await details(), 'Ads');
  await userEvent.click(send());
  const open = () => act(() => page.router.navigate(path));
  const close = () => act(() => page.router.navigate('/marketplace'));
  await close();
  return {
    ...page,
    ...{ open, close },
    respond: (reply: Reply) => {
      respond(reply);
    },
  };
}

test.each(failures)('the toast “%s” leads back to the text', async (message, failure) => {
  const { respond, router, open, close, toasts } = await sendAndClose();
  respond(failure);
  await screen.findByText(message);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the form' }));
  expect(router.state.location).toMatchObject({ search: '?conversation=c1', hash: '#key' });
  const field = await details();
  expect(field.value).toBe('Ads');
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reason' }).value).toBe('spam');
  // A success leaves nothing behind.
  await userEvent.click(send());
  await close();
  respond({ status: 204 });
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Thanks for your report']);
  });
  await open();
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
});

test('opened again before the response, it is being sent; it closes after a success', async () => {
  const { respond, open, toasts } = await sendAndClose();
  await open();
  expect((await details()).value).toBe('Ads');
  expect(send().getAttribute('aria-busy')).toBe('true');
  respond({ status: 204 });
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Thanks for your report']);
  });
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
  });
});

/** A page that a session that expires leaves. */
function ReportOfUser() {
  const { status } = useSession();
  return status === 'signed-in' && <ReportForm id="c1" secret="key" />;
}

test.each([
  ['is there again for its user', 'Ads', testUser],
  ['is not there for another user', undefined, { ...testUser, id: 'another' }],
])('a report that was typed when the session expired %s', async (_case, kept, next) => {
  startBackend({});
  await signInAs();
  const { queryClient } = renderPage(<ReportOfUser />, path);
  await userEvent.click(await screen.findByRole('button', { name: 'Report this conversation' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'spam');
  await userEvent.type(await details(), 'Ads');
  forgetUserData(queryClient, testUser.id, true);
  await act(() => signOutAll());
  await waitFor(() => {
    expect(screen.queryByRole('textbox', { name: 'Details (optional)' })).toBeNull();
  });
  forgetUserData(queryClient, next.id);
  await act(() => signInAs(next));
  await screen.findByRole('button', { name: 'Report this conversation' });
  const field = screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Details (optional)' });
  expect(field?.value).toBe(kept);
  if (kept !== undefined)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reason' }).value).toBe('spam');
});
