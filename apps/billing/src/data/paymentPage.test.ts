/** Payment pages and files of invoices, which the server gives to the signed-in user only. */
import { signInAs, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readPdf } from './invoicePdf';
import { paymentPage } from './paymentPage';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('with a session', () => {
  beforeEach(async () => {
    startBackend();
    await signInAs();
  });
  const reply = (response: () => Promise<Response>) => {
    const send = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(response);
    vi.stubGlobal('fetch', send);
    return send;
  };
  const authorization = expect.stringMatching(/^Bearer .+\..+\..+$/) as string;

  test.each(['checkout', 'portal', 'payouts'] as const)(
    'the page %s is asked for as the user',
    async (page) => {
      const send = reply(() => Promise.resolve(Response.json({ url: 'https://pay.example/1' })));
      expect(await paymentPage(page)).toBe('https://pay.example/1');
      expect(send.mock.calls).toEqual([
        [`/v1/billing/${page}`, { method: 'POST', headers: { authorization } }],
      ]);
    },
  );

  test.each(['http://pay.example', 'javascript:alert(1)'])(
    'the payment page %s is not opened',
    async (url) => {
      reply(() => Promise.resolve(Response.json({ url })));
      await expect(paymentPage('checkout')).rejects.toMatchObject({ code: 'unexpected' });
    },
  );

  test('no payment page without the server', async () => {
    reply(() => Promise.resolve(Response.json({ url: 'https://pay.example' }, { status: 503 })));
    await expect(paymentPage('portal')).rejects.toMatchObject({ code: 'unavailable' });
    const cause = new TypeError('Failed to fetch');
    reply(() => Promise.reject(cause));
    await expect(paymentPage('portal')).rejects.toMatchObject({ code: 'unavailable', cause });
  });

  test.each([
    [404, 'not_found'],
    [409, 'conflict'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
  ])('no payment page with status %i: %s', async (status, code) => {
    reply(() => Promise.resolve(new Response('{}', { status })));
    await expect(paymentPage('checkout')).rejects.toMatchObject({ code });
  });

  const pdf = (status: number, type = 'application/pdf') =>
    Promise.resolve(new Response('%PDF', { status, headers: { 'content-type': type } }));

  test('the file of an invoice is asked for as the user', async () => {
    const send = reply(() => pdf(200));
    expect(await (await readPdf('INV-7')).text()).toBe('%PDF');
    expect(send.mock.calls).toEqual([['/v1/billing/invoices/INV-7', { headers: { authorization } }]]);
  });

  test.each([
    [401, 'application/pdf', 'unauthenticated'],
    [403, 'application/pdf', 'forbidden'],
    [404, 'application/pdf', 'not_found'],
    [429, 'application/pdf', 'rate_limited'],
    [500, 'application/pdf', 'unavailable'],
    [200, 'text/html', 'unavailable'],
  ])('a response with status %i and %s is no file: %s', async (status, type, code) => {
    reply(() => pdf(status, type));
    await expect(readPdf('INV-7')).rejects.toMatchObject({ code });
  });

  test('a server that does not respond has no file', async () => {
    const cause = new TypeError('Failed to fetch');
    reply(() => Promise.reject(cause));
    await expect(readPdf('INV-7')).rejects.toMatchObject({ code: 'unavailable', cause });
  });
});
