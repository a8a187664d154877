/** `GET /v1/billing/invoices/<number>`: an invoice of the caller as PDF. */
import { createRateLimiter, networkOf } from '@slipway/server';
import { Hono } from 'hono';
import { invoice } from '../invoices/invoice';
import { PaymentProblem } from '../problem';
import { type BillingServices, type RouteEnv, sessionOf } from './env';

const NUMBER = /^(?:INV|CN)-\d{4}-\d{6,12}$/;

/** PDFs per address. A long invoice blocks the process for half a second or more. */
const PER_MINUTE = 12;

export function invoiceRoutes({ rest }: BillingServices): Hono<RouteEnv> {
  const limiter = createRateLimiter({ limit: PER_MINUTE, seconds: 60 });
  return new Hono<RouteEnv>().get('/invoices/:number', async ({ req, env }) => {
    const number = req.param('number');
    if (!NUMBER.test(number)) throw new PaymentProblem(404, 'Not found');
    const retryAfter = await limiter.take(networkOf(env.address));
    if (retryAfter > 0)
      throw new PaymentProblem(429, 'Too many invoices. Try again in a minute', { retryAfter });
    const found = await rest.asUser(sessionOf(req.raw.headers), 'read_invoice', { number }, invoice);
    // Imported on demand: its packages take 0.3 s and 20 MB, which most servers never need.
    const { invoicePdf } = await import('../invoices/pdf');
    return new Response(new Uint8Array(await invoicePdf(found)), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${number}.pdf"`,
        'cache-control': 'no-store',
      },
    });
  });
}
