/**
 * `POST /v1/billing/checkout`, `/portal` and `/payouts` return the URL of the provider's page. `POST /webhook` receives
 * events of the provider, which may arrive twice, late and in any order.
 */
import { encodedBody, limitedBody } from '@slipway/server';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { PaymentProblem } from '../problem';
import type { PaymentProvider } from '../provider';
import type { Rest } from '../rest';
import { type RouteEnv, sessionOf } from './env';
import { receiveEvent } from './receiveEvent';

/** Bytes: an event of the provider has a few thousand. */
const MAX_BODY = 256 * 1024;

const NOT_READY = 'The payment provider is not ready. Try again in a few seconds';

const account = v.object({
  person: v.string(),
  email: v.string(),
  customer: v.nullable(v.string()),
  plan: v.string(),
});

const payoutAccount = v.object({
  person: v.string(),
  email: v.string(),
  account: v.nullable(v.string()),
  state: v.picklist(['none', 'onboarding', 'ready', 'restricted']),
});

export interface PaymentServices {
  rest: Rest;
  provider: PaymentProvider | undefined;
  log: Pick<Logger, 'error'>;
  /** The app's page for billing. */
  returnUrl: string;
}

export function paymentRoutes({ rest, provider, log, returnUrl }: PaymentServices): Hono<RouteEnv> {
  const present = (): PaymentProvider => {
    if (!provider) throw new PaymentProblem(404, 'Payments are not configured');
    return provider;
  };
  const accountOf = async ({ req }: Context<RouteEnv>) => {
    const found = await rest.asUser(sessionOf(req.raw.headers), 'payment_account', {}, v.nullable(account));
    if (!found) throw new PaymentProblem(401, 'Sign in first');
    return found;
  };
  const pageResponse = (url: string | undefined) => {
    // The customer was deleted at the provider: there is no subscription.
    if (url === undefined) throw new PaymentProblem(404, 'You have not paid here yet');
    return Response.json({ url }, { headers: { 'cache-control': 'no-store' } });
  };

  return new Hono<RouteEnv>()
    .post('/checkout', async (context) => {
      const { createCustomer, checkout, hasSubscription, portal } = present();
      const { person: user, email, customer, plan } = await accountOf(context);
      if (plan !== 'Starter') throw new PaymentProblem(409, 'You have a plan already. Manage it instead');
      // The subscription is unpaid, or its event has not arrived. A second checkout would charge twice a month.
      if (customer !== null && (await hasSubscription(customer)))
        return pageResponse(await portal({ customer, returnUrl }));
      const order = { user, plan: 'Pro', returnUrl } as const;
      const page = customer === null ? undefined : await checkout({ ...order, customer });
      if (page !== undefined) return pageResponse(page);
      // The first checkout, or the customer was deleted at the provider.
      const lost = customer ?? undefined;
      const created = { person: user, customer: await createCustomer(user, email, lost) };
      const link = { ...created, ...(lost === undefined ? {} : { lost }) };
      const linked = await rest.asServer('link_payment_customer', link, v.string());
      const first = await checkout({ ...order, customer: linked });
      if (first !== undefined) return pageResponse(first);
      throw new PaymentProblem(503, NOT_READY);
    })
    .post('/portal', async (context) => {
      const { portal } = present();
      const { customer } = await accountOf(context);
      if (customer === null) throw new PaymentProblem(404, 'You have not paid here yet');
      return pageResponse(await portal({ customer, returnUrl }));
    })
    .post('/payouts', async ({ req }) => {
      const { payouts } = present();
      if (!payouts) throw new PaymentProblem(404, 'Payouts are not configured');
      const session = sessionOf(req.raw.headers);
      const found = await rest.asUser(session, 'payout_account', {}, v.nullable(payoutAccount));
      if (!found) throw new PaymentProblem(401, 'Sign in first');
      const { person: user, email, account, state } = found;
      const page =
        account === null || state === 'none' ? undefined : await payouts.page({ account, state, returnUrl });
      if (page !== undefined) return pageResponse(page);
      // The first visit, or the account was deleted at the provider.
      const lost = account ?? undefined;
      const created = { person: user, account: await payouts.createAccount(user, email, lost) };
      const link = { ...created, ...(lost === undefined ? {} : { lost }) };
      const linked = await rest.asServer('link_payout_account', link, v.string());
      const first = await payouts.page({ account: linked, state: 'onboarding', returnUrl });
      if (first !== undefined) return pageResponse(first);
      throw new PaymentProblem(503, NOT_READY);
    })
    .post('/webhook', async ({ req }) => {
      const provider = present();
      const encoded = encodedBody(req.raw.headers);
      if (encoded) throw new PaymentProblem(415, encoded.detail);
      const body = await limitedBody(req.raw, MAX_BODY);
      if (!body) throw new PaymentProblem(413, `The body is larger than ${String(MAX_BODY / 1024)} KB`);
      const event = await provider.readEvent(body.toString(), req.header('stripe-signature') ?? '');
      if (!event) throw new PaymentProblem(400, 'The signature is not valid');
      return Response.json({ received: await receiveEvent({ rest, provider, log }, event) });
    });
}
