import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceQueries } from './invoices';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the list and one invoice are read, each by its own function', async () => {
  const [summary, invoice] = [{ number: 'INV-2026-000007' }, { number: 'INV-2026-000007', lines: [] }];
  const backend = startBackend({ list_invoices: { json: [summary] }, read_invoice: { json: invoice } });
  const client = new QueryClient();
  expect(await client.fetchQuery(invoiceQueries.list('u1'))).toEqual([summary]);
  expect(await client.fetchQuery(invoiceQueries.one('u1', 'INV-2026-000007'))).toEqual(invoice);
  expect(backend.sent('POST', 'read_invoice').map(({ body }) => body)).toEqual([
    { number: 'INV-2026-000007' },
  ]);
});
