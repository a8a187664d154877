/** The export of the user's data, from the account panel: its progress, its end, its failures and its cancellation. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Replies } from '@slipway/testing';
import { openAccount } from '../../testing/openAccount';

let saved: string[];

beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const replies: Replies = {
  'POST begin_data_export': {
    json: [
      { table_name: 'profiles', row_count: 1 },
      { table_name: 'agents', row_count: 2 },
    ],
  },
  'POST export_rows': ({ body }) => ({
    json: body.table_name === 'profiles' ? [{ cursor: '1', row_data: { id: '1' } }] : [],
  }),
};
const done = 'The file is in your downloads.';

async function openExport(before: Replies) {
  const page = await openAccount(before);
  fireEvent.click(await screen.findByRole('button', { name: 'Export my data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export your data' }));
  return { ...page, dialog };
}

test('downloads one file, reports it, and keeps the focus', async () => {
  const { dialog } = await openExport(replies);
  expect(saved).toEqual([]);
  const button = dialog.getByRole('button', { name: 'Download' });
  button.focus();
  fireEvent.click(button);
  expect((await dialog.findByText(done)).getAttribute('role')).toBe('status');
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatch(/^slipway-export-\d{4}-\d\d-\d\d\.zip$/);
  expect(dialog.queryByRole('progressbar')).toBeNull();
  // The dialog's corner has a button of this name too.
  const [close] = dialog.getAllByRole('button', { name: 'Close' });
  expect(document.activeElement).toBe(close);
  fireEvent.click(close ?? document.body);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('shows how many records are read', async () => {
  const { backend, dialog } = await openExport({
    ...replies,
    'POST export_rows': ({ body }) =>
      body.table_name === 'profiles' ? { json: [{ cursor: '1', row_data: { id: '1' } }] } : 'never',
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Download' }));
  expect(await dialog.findByText('1 of 3 records')).toBeTruthy();
  const bar = dialog.getByRole('progressbar', { name: 'Collecting your data' });
  expect(bar.getAttribute('aria-valuenow')).toBe('33');
  const button = dialog.getByRole('button', { name: 'Download' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(button);
  expect(backend.sent('POST', 'begin_data_export')).toHaveLength(1);
});

test('can be canceled: the request is aborted, and nothing is saved', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const { dialog } = await openExport({ ...replies, 'POST export_rows': 'never' });
  const sent = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    signals.push(init?.signal);
    return sent(input, init);
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await dialog.findByText('0 of 3 records');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await waitFor(() => {
    expect(signals.at(-1)?.aborted).toBe(true);
  });
  expect(saved).toEqual([]);
});

test('reports a failure, and can be tried again', async () => {
  const message = 'Couldn’t export your data. Try again in a moment.';
  const { backend, dialog } = await openExport({ 'POST begin_data_export': { status: 500, json: {} } });
  fireEvent.click(dialog.getByRole('button', { name: 'Download' }));
  expect((await dialog.findByText(message)).getAttribute('role')).toBe('alert');
  expect(saved).toEqual([]);
  backend.replies = replies;
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText(done)).toBeTruthy();
  expect(dialog.queryByText(message)).toBeNull();
  expect(saved).toHaveLength(1);
});

test('at the daily limit it offers no other try', async () => {
  const { backend, dialog } = await openExport({ 'POST begin_data_export': { status: 429, json: {} } });
  fireEvent.click(dialog.getByRole('button', { name: 'Download' }));
  const message = 'You’ve reached today’s limit of ten exports. Try again tomorrow.';
  expect((await dialog.findByText(message)).getAttribute('role')).toBe('alert');
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(backend.sent('POST', 'begin_data_export')).toHaveLength(1);
});
