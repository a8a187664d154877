/** The PDF of an invoice: its headers, its number, and how often an address gets one, which costs more than other requests. */
import { expect, test } from 'vitest';
import * as v from 'valibot';
import type { Invoice } from '../invoices/invoice';
import { PaymentProblem } from '../problem';
import type { Rest } from '../rest';
import { createBillingService } from '../service';

const failing = () => Promise.reject(new PaymentProblem(404, 'Not found'));

test('an address may ask for twelve invoices a minute, and for more of other things', async () => {
  const service = createBillingService({
    ...{ rest: { asUser: failing, asServer: failing }, log: { error: () => undefined } },
    appUrl: 'https://app.example',
  });
  const statusOf = async (path: string, address = '192.0.2.1') => {
    const request = new Request(`https://app.example/v1/billing/${path}`);
    return (await service.fetch(request, { address })).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 13; count += 1) statuses.push(await statusOf('invoices/INV-2026-000001'));
  expect(statuses).toEqual([...Array<number>(12).fill(404), 429]);
  const again = new Request('https://app.example/v1/billing/invoices/INV-2026-000001');
  const { headers } = await service.fetch(again, { address: '192.0.2.1' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statusOf('invoices/INV-2026-000001', '192.0.2.2')).toBe(404);
  // Not a number of an invoice.
  expect(await statusOf('invoices/other')).toBe(404);
});

const stored: Invoice = {
  ...{ number: 'CN-2026-000041', kind: 'credit_note', corrects: 'INV-2026-000040', state: null, paid: null },
  ...{ issued_at: '2026-11-01T00:10:00Z', total: '-1', tax: '0', lines: [] },
  ...{ period_start: '2026-10-01T00:00:00Z', period_end: '2026-11-01T00:00:00Z' },
  issuer: { name: 'Slipway', address: '1 Quay Street', tax_id: '', email: '' },
  recipient: { name: 'Ada', email: 'ada@example.com' },
};

test('the PDF is read as the user, by its number, and no cache keeps it', async () => {
  const read: unknown[] = [];
  const asUser: Rest['asUser'] = (session, name, parameters, schema) => {
    read.push([session, name, parameters]);
    return Promise.resolve(v.parse(schema, stored));
  };
  const service = createBillingService({
    ...{ rest: { asUser, asServer: failing }, log: { error: () => undefined } },
    appUrl: 'https://app.example',
  });
  const get = (number: string) =>
    service.fetch(
      new Request(`https://app.example/v1/billing/invoices/${number}`, {
        headers: { authorization: 'Bearer abc' },
      }),
      { address: '192.0.2.1' },
    );
  const response = await get('CN-2026-000041');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="CN-2026-000041.pdf"',
    'cache-control': 'no-store',
  });
  expect((await response.text()).slice(0, 5)).toBe('%PDF-');
  expect(read).toEqual([['abc', 'read_invoice', { number: 'CN-2026-000041' }]]);
  for (const other of ['XCN-2026-000041', 'CN-2026-000041x', 'CN-2026-41'])
    expect((await get(other)).status).toBe(404);
  expect(read).toHaveLength(1);
});
