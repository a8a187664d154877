/** Payments with Stripe: Checkout, the customer portal, Connect and webhooks. Secrets stay in this process. */
import Stripe from 'stripe';
import type {
  EventSubject,
  PaymentProvider,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
} from './provider';
import { stripePayouts } from './stripePayouts';
import { unsupportedReason } from './stripePrices';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** The price of the plan Pro, such as `price_123`. */
  pricePro: string;
  /** Signs the events of creators' accounts; with it, balances are paid out. */
  connectSecret?: string | undefined;
  /** Another origin than Stripe's, for tests. */
  apiUrl?: string | undefined;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

function subjectOf({ type, data }: Stripe.Event): EventSubject | undefined {
  const of = (kind: EventSubject['kind'], id: string | undefined) =>
    id === undefined ? undefined : { kind, id };
  if (type === 'checkout.session.completed')
    return of('subscription', idOf((data.object as Stripe.Checkout.Session).subscription));
  if (type.startsWith('customer.subscription.'))
    return of('subscription', (data.object as Stripe.Subscription).id);
  if (type.startsWith('invoice.')) return of('invoice', (data.object as Stripe.Invoice).id);
  if (type === 'account.updated') return of('payout_account', data.object.id);
  if (type === 'transfer.reversed') return of('transfer', data.object.id);
  return undefined;
}

const invoiceStates: Readonly<Record<string, ProviderInvoice['state']>> = {
  open: 'open',
  paid: 'paid',
  uncollectible: 'failed',
  void: 'void',
};

/** Of a subscription that charges, or waits for a payment. The first payment of an incomplete one was never made. */
const begunStatuses: ReadonlySet<Stripe.Subscription.Status> = new Set([
  ...(['active', 'trialing', 'past_due', 'unpaid', 'paused'] as const),
]);

/** Whether the object of a request does not exist (any longer). */
const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** The request's customer was deleted, or belongs to another account, such as that of test mode. */
const isGone = (error: unknown): boolean =>
  isMissing(error) && (error as Stripe.errors.StripeInvalidRequestError).param === 'customer';
const unlessGone = async <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });

export function stripeProvider({
  secretKey,
  webhookSecret,
  pricePro,
  connectSecret,
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
  /** Undefined when no secret signed it. */
  const verified = async (body: string, signature: string): Promise<Stripe.Event | undefined> => {
    for (const secret of [webhookSecret, connectSecret]) {
      if (secret === undefined) continue;
      try {
        return await stripe.webhooks.constructEventAsync(body, signature, secret);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    return undefined;
  };
  /** Throws when the keys are of another account than the settings are for, to which everything would be missing. */
  const checkKeys = () => stripe.prices.retrieve(pricePro);
  /** Earlier subscriptions keep the price of then: a later one is of the same product. */
  const isPro = async ({ id, product }: Stripe.Price): Promise<boolean> =>
    id === pricePro || idOf(product) === idOf((await stripe.prices.retrieve(pricePro)).product);
  const present = (url: string | null): string => {
    if (url === null) throw new Error('Stripe returned no address');
    return url;
  };
  return {
    async createCustomer(person, email, lost) {
      // The key of the lost one repeats its answer.
      const idempotencyKey = lost === undefined ? `customer ${person}` : `customer ${person} after ${lost}`;
      return (await stripe.customers.create({ email, metadata: { person } }, { idempotencyKey })).id;
    },
    async checkout({ person, customer, returnUrl }) {
      const { sessions } = stripe.checkout;
      const earlier = await unlessGone(sessions.list({ customer, limit: 100 }));
      if (!earlier) return undefined;
      const open = earlier.data.filter(({ mode, status }) => mode === 'subscription' && status === 'open');
      // Each open session could be paid.
      const kept = open.find(({ metadata }) => metadata?.['price'] === pricePro);
      for (const { id } of open) if (id !== kept?.id) await sessions.expire(id);
      if (kept) return present(kept.url);
      // Requests at the same time get the same session.
      const idempotencyKey = `checkout ${customer} ${pricePro} after ${earlier.data[0]?.id ?? 'none'}`;
      const request: Stripe.Checkout.SessionCreateParams = {
        ...{ mode: 'subscription', customer, client_reference_id: person, metadata: { price: pricePro } },
        line_items: [{ price: pricePro, quantity: 1 }],
        ...{ success_url: `${returnUrl}?payment=done`, cancel_url: returnUrl },
      };
      const session = await unlessGone(sessions.create(request, { idempotencyKey }));
      return session && present(session.url);
    },
    async hasSubscription(customer) {
      const { data = [] } = (await unlessGone(stripe.subscriptions.list({ customer, limit: 100 }))) ?? {};
      const begun = data.filter(({ status }) => begunStatuses.has(status)).flatMap(({ items }) => items.data);
      for (const { price } of begun) if (await isPro(price)) return true;
      return false;
    },
    portal: async ({ customer, returnUrl }) =>
      (await unlessGone(stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })))?.url,
    async readEvent(body, signature): Promise<ProviderEvent | undefined> {
      const event = await verified(body, signature);
      return (
        event && {
          id: event.id,
          type: event.type,
          created: iso(event.created),
          subject: subjectOf(event),
        }
      );
    },
    async readSubscription(id) {
      const found = await stripe.subscriptions.retrieve(id).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        await checkKeys();
        return undefined;
      });
      const item = found?.items.data[0];
      if (!item || !(await isPro(item.price))) return undefined;
      const { customer, status, cancel_at_period_end, cancel_at } = found;
      // The customer portal sets only the second one, in Stripe's flexible mode of billing.
      const ends = cancel_at_period_end || (cancel_at !== null && cancel_at <= item.current_period_end);
      const state: Omit<ProviderSubscription, 'price'> = {
        ...{ id, customer: idOf(customer) ?? '', status, plan: 'Pro' as const },
        starts: iso(item.current_period_start),
        ends: iso(item.current_period_end),
        renews: !ends,
      };
      const unsupported = unsupportedReason(status, item);
      return unsupported === undefined
        ? { ...state, price: (item.price.unit_amount ?? 0) / 100 }
        : { ...state, price: null, unsupported };
    },
    async readInvoice(id) {
      // A draft can be deleted.
      const found = await stripe.invoices.retrieve(id).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!found?.status || found.status === 'draft') return undefined;
      const { parent, status, attempted, amount_paid, lines } = found;
      const subscription = idOf(parent?.subscription_details?.subscription);
      if (subscription === undefined || lines.data.length === 0) return undefined;
      const starts = Math.max(...lines.data.map(({ period }) => period.start));
      const state = status === 'open' && attempted ? 'failed' : invoiceStates[status];
      if (state === undefined) return undefined; // of a later version
      return { ...{ subscription, state, starts: iso(starts) }, paid: amount_paid / 100 };
    },
    async cancelCustomer(customer) {
      await stripe.customers.del(customer).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    payouts: connectSecret === undefined ? undefined : stripePayouts(stripe, checkKeys),
  };
}
