/**
 * `POST /v1/billing/checkout` and `/portal`: the address of the provider's page, where the browser goes. `POST /webhook`:
 * events of the provider, which may come twice, late and in any order.
 */
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { PaymentProblem } from '../problem';
import type { PaymentProvider } from '../provider';
import type { Rest } from '../rest';
import { type RouteEnv, sessionOf } from './env';

const account = v.object({
  person: v.string(),
  email: v.string(),
  customer: v.nullable(v.string()),
  plan: v.string(),
});

export interface PaymentServices {
  rest: Rest;
  provider: PaymentProvider | undefined;
  /** The app's page for billing. */
  returnUrl: string;
}

export function paymentRoutes({ rest, provider, returnUrl }: PaymentServices): Hono<RouteEnv> {
  const present = (): PaymentProvider => {
    if (!provider) throw new PaymentProblem(404, 'Payments are not configured');
    return provider;
  };
  const accountOf = async ({ req }: Context<RouteEnv>) => {
    const found = await rest.asUser(sessionOf(req.raw.headers), 'payment_account', {}, v.nullable(account));
    if (!found) throw new PaymentProblem(401, 'Sign in first');
    return found;
  };
  const answer = (url: string) => Response.json({ url }, { headers: { 'cache-control': 'no-store' } });

  return new Hono<RouteEnv>()
    .post('/checkout', async (context) => {
      const { createCustomer, checkout } = present();
      const { person, email, customer, plan } = await accountOf(context);
      if (plan !== 'Starter') throw new PaymentProblem(409, 'You have a plan already. Manage it instead');
      const linked =
        customer ??
        (await rest.asServer(
          'link_payment_customer',
          { person, customer: await createCustomer(person, email) },
          v.string(),
        ));
      return answer(await checkout({ person, customer: linked, plan: 'Pro', returnUrl }));
    })
    .post('/portal', async (context) => {
      const { portal } = present();
      const { customer } = await accountOf(context);
      if (customer === null) throw new PaymentProblem(404, 'You have not paid here yet');
      return answer(await portal({ customer, returnUrl }));
    })
    .post('/webhook', async ({ req }) => {
      const { readEvent, readSubscription } = present();
      const event = await readEvent(await req.text(), req.header('stripe-signature') ?? '');
      if (!event) throw new PaymentProblem(400, 'The signature is not valid');
      const { id, type, created, subscription } = event;
      // Other types change nothing here.
      if (subscription === undefined) return Response.json({ received: 'ignored' });
      const ticket = await rest.asServer(
        'begin_payment_event',
        { id, type, created },
        v.nullable(v.number()),
      );
      if (ticket === null) return Response.json({ received: 'again' });
      // After the ticket: a state that was read later has a higher one.
      const { plan, ...state } = await readSubscription(subscription);
      const received = await rest.asServer(
        'finish_payment_event',
        { ...{ ticket, plan_name: plan }, ...state, id, subscription },
        v.string(),
      );
      return Response.json({ received });
    });
}
