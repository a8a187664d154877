/** Where a customer pays: Stripe's Checkout and customer portal, and the customers themselves. */
import type Stripe from 'stripe';
import type { PaymentProvider } from './provider';
import { isMissing } from './stripeObjects';
import type { ProPrice } from './stripePrices';

/** The subscription charges, or waits for a payment. An incomplete one has never been paid. */
const begunStatuses: ReadonlySet<Stripe.Subscription.Status> = new Set([
  ...(['active', 'trialing', 'past_due', 'unpaid', 'paused'] as const),
]);

/** The request's customer was deleted, or belongs to another account, such as that of test mode. */
const isCustomerMissing = (error: unknown): boolean =>
  isMissing(error) && (error as Stripe.errors.StripeInvalidRequestError).param === 'customer';
const undefinedIfMissing = async <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isCustomerMissing(error)) return undefined;
    throw error;
  });

const present = (url: string | null): string => {
  if (url === null) throw new Error('Stripe returned no address');
  return url;
};

type Checkout = Pick<
  PaymentProvider,
  'createCustomer' | 'checkout' | 'hasSubscription' | 'portal' | 'cancelCustomer'
>;

export function stripeCheckout(stripe: Stripe, pro: ProPrice): Checkout {
  return {
    async createCustomer(user, email, lost) {
      // With the same key, Stripe would return the deleted customer again.
      const idempotencyKey = lost === undefined ? `customer ${user}` : `customer ${user} after ${lost}`;
      return (await stripe.customers.create({ email, metadata: { person: user } }, { idempotencyKey })).id;
    },
    async checkout({ user, customer, returnUrl }) {
      const { sessions } = stripe.checkout;
      const earlier = await undefinedIfMissing(sessions.list({ customer, limit: 100 }));
      if (!earlier) return undefined;
      const open = earlier.data.filter(({ mode, status }) => mode === 'subscription' && status === 'open');
      // Keep one open session at most: the customer could pay each.
      const kept = open.find(({ metadata }) => metadata?.['price'] === pro.id);
      for (const { id } of open) if (id !== kept?.id) await sessions.expire(id);
      if (kept) return present(kept.url);
      // Concurrent requests get the same session.
      const idempotencyKey = `checkout ${customer} ${pro.id} after ${earlier.data[0]?.id ?? 'none'}`;
      const request: Stripe.Checkout.SessionCreateParams = {
        ...{ mode: 'subscription', customer, client_reference_id: user, metadata: { price: pro.id } },
        line_items: [{ price: pro.id, quantity: 1 }],
        ...{ success_url: `${returnUrl}?payment=done`, cancel_url: returnUrl },
      };
      const session = await undefinedIfMissing(sessions.create(request, { idempotencyKey }));
      return session && present(session.url);
    },
    async hasSubscription(customer) {
      const { data = [] } =
        (await undefinedIfMissing(stripe.subscriptions.list({ customer, limit: 100 }))) ?? {};
      const begun = data.filter(({ status }) => begunStatuses.has(status)).flatMap(({ items }) => items.data);
      for (const { price } of begun) if (await pro.includes(price)) return true;
      return false;
    },
    portal: async ({ customer, returnUrl }) =>
      (await undefinedIfMissing(stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })))
        ?.url,
    async cancelCustomer(customer) {
      await stripe.customers.del(customer).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  };
}
