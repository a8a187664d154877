/** How often an address gets a PDF, which costs this process more than other requests. */
import { expect, test } from 'vitest';
import { PaymentProblem } from '../problem';
import { createBillingService } from '../service';

test('an address may ask for twelve invoices a minute, and for more of other things', async () => {
  const failing = () => Promise.reject(new PaymentProblem(404, 'Not found'));
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
  expect(await statusOf('invoices/INV-2026-000001', '192.0.2.2')).toBe(404);
  // Not a number of an invoice.
  expect(await statusOf('invoices/other')).toBe(404);
});
