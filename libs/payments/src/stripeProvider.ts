/** Payments with Stripe: Checkout, the customer portal and webhooks. Secrets stay in this process. */
import Stripe from 'stripe';
import type { PaymentProvider, ProviderEvent } from './provider';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** The price of the plan Pro, such as `price_123`. */
  pricePro: string;
  /** Another origin than Stripe's, for tests. */
  apiUrl?: string | undefined;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

function subscriptionOf({ type, data }: Stripe.Event): string | undefined {
  if (type === 'checkout.session.completed')
    return idOf((data.object as Stripe.Checkout.Session).subscription);
  if (type.startsWith('customer.subscription.')) return (data.object as Stripe.Subscription).id;
  return undefined;
}

export function stripeProvider({
  secretKey,
  webhookSecret,
  pricePro,
  apiUrl,
}: StripeSettings): PaymentProvider {
  const address = apiUrl === undefined ? undefined : new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    ...{ maxNetworkRetries: 2, timeout: 10_000, telemetry: false },
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  });
  const present = (url: string | null): string => {
    if (url === null) throw new Error('Stripe returned no address');
    return url;
  };
  return {
    async createCustomer(person, email) {
      const idempotencyKey = `customer ${person}`;
      return (await stripe.customers.create({ email, metadata: { person } }, { idempotencyKey })).id;
    },
    async checkout({ person, customer, returnUrl }) {
      const session = await stripe.checkout.sessions.create({
        ...{ mode: 'subscription', customer, client_reference_id: person },
        line_items: [{ price: pricePro, quantity: 1 }],
        ...{ success_url: `${returnUrl}?payment=done`, cancel_url: returnUrl },
      });
      return present(session.url);
    },
    portal: async ({ customer, returnUrl }) =>
      (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
    async readEvent(body, signature): Promise<ProviderEvent | undefined> {
      const event = await stripe.webhooks
        .constructEventAsync(body, signature, webhookSecret)
        .catch((error: unknown) => {
          if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
          throw error;
        });
      return (
        event && {
          id: event.id,
          type: event.type,
          created: iso(event.created),
          subscription: subscriptionOf(event),
        }
      );
    },
    async readSubscription(id) {
      const { customer, status, items, cancel_at_period_end } = await stripe.subscriptions.retrieve(id);
      const item = items.data[0];
      if (item?.price.id !== pricePro) throw new Error(`The subscription ${id} is not for STRIPE_PRICE_PRO`);
      return {
        ...{
          id,
          customer: idOf(customer) ?? '',
          status,
          plan: 'Pro',
          price: (item.price.unit_amount ?? 0) / 100,
        },
        ...{
          starts: iso(item.current_period_start),
          ends: iso(item.current_period_end),
          renews: !cancel_at_period_end,
        },
      };
    },
  };
}
