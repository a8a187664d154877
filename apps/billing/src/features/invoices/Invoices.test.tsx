/** Invoices over a fake backend: one opens at its address, and closing leaves no entry behind. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { Invoices } from './Invoices';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const summary = {
  ...{ number: 'INV-2026-000001', kind: 'invoice', corrects: null, total: 29, state: 'open', paid: null },
  ...{ period_start: '2026-10-01T00:00:00Z', period_end: '2026-11-01T00:00:00Z' },
  issued_at: '2026-11-01T00:00:05Z',
};
const invoice = {
  ...summary,
  ...{ total: '29', tax: '0', lines: [] },
  issuer: { name: 'Slipway', address: '', tax_id: 'DE123', email: '' },
  recipient: { name: 'Ada', email: null },
};

test('after an invoice is closed, Back leaves the page and does not open it again', async () => {
  const backend = startBackend();
  await signInAs();
  backend.replies = { 'POST list_invoices': { json: [summary] }, 'POST read_invoice': { json: invoice } };
  const { address, back } = renderPage(<Invoices userId="u1" />, '/billing');
  fireEvent.click(await screen.findByRole('button', { name: 'View Invoice INV-2026-000001' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invoice INV-2026-000001' }));
  expect(address()).toBe('/billing?invoice=INV-2026-000001');
  expect(await dialog.findByText('Tax ID DE123')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(address()).toBe('/billing');
  });
  await back();
  expect(address()).toBe('/');
});

test('the newest 12 invoices are shown, and more of them on request, with the focus on the first new one', async () => {
  const backend = startBackend();
  await signInAs();
  const all = Array.from({ length: 30 }, (_, at) => ({
    ...summary,
    number: `INV-2026-${String(30 - at).padStart(6, '0')}`,
  }));
  backend.replies = { 'POST list_invoices': { json: all } };
  renderPage(<Invoices userId="u1" />, '/billing');
  const shown = () => screen.getAllByRole('button', { name: /^View / }).length;
  const more = () => screen.queryByRole('button', { name: 'Show more invoices' });
  await screen.findByRole('button', { name: 'View Invoice INV-2026-000030' });
  expect(shown()).toBe(12);
  more()?.focus();
  fireEvent.click(more() ?? document.body);
  await waitFor(() => {
    expect(shown()).toBe(24);
  });
  expect(document.activeElement).toBe(more());
  fireEvent.click(more() ?? document.body);
  await waitFor(() => {
    expect(shown()).toBe(30);
  });
  expect(more()).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'View Invoice INV-2026-000006' }).closest('tr'),
  );
});

test('an invoice has its actions while it loads, so that its dialog does not grow, and none when it failed (23)', async () => {
  const backend = startBackend();
  await signInAs();
  let respond: (reply: { status: number }) => void = vi.fn();
  const response = new Promise<{ status: number }>((resolve) => {
    respond = resolve;
  });
  backend.replies = { 'POST list_invoices': { json: [summary] }, 'POST read_invoice': () => response };
  renderPage(<Invoices userId="u1" />, '/billing?invoice=INV-2026-000001');
  const dialog = within(await screen.findByRole('dialog', { name: 'Invoice' }));
  for (const name of ['Print', 'Download CSV', 'Download PDF'])
    expect(dialog.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  // The focus is on the title, not on “Close”, the only enabled button.
  expect(document.activeElement).toBe(dialog.getByRole('heading', { name: 'Invoice' }));
  respond({ status: 500 });
  await dialog.findByText('Couldn’t load this invoice', undefined, { timeout: 10_000 });
  expect(dialog.queryByRole('button', { name: 'Print' })).toBeNull();
  // The row of actions is removed, too.
  expect(document.querySelector('[data-actions]:empty')).toBeNull();
});

test.each([
  ['that does not exist', 'INV-2026-000009', 1],
  ['that cannot exist, without a request,', '%00', 0],
  ['of another kind, without a request,', 'INV-2026-1', 0],
])(
  'a link to an invoice %s reports it, and offers the list instead of another try',
  async (_, number, requests) => {
    const backend = startBackend();
    await signInAs();
    const missing = { status: 404, json: { code: 'PT404', message: 'Invoice not found' } };
    backend.replies = { 'POST list_invoices': { json: [summary] }, 'POST read_invoice': missing };
    const { address } = renderPage(<Invoices userId="u1" />, `/billing?invoice=${number}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Invoice' }));
    expect(await dialog.findByRole('heading', { name: 'You have no such invoice' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(backend.sent('POST', 'read_invoice')).toHaveLength(requests);
    fireEvent.click(dialog.getByRole('button', { name: 'See your invoices' }));
    await waitFor(() => {
      expect(address()).toBe('/billing');
    });
  },
);
