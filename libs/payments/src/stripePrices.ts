/**
 * Stripe's prices: the price of the plan Pro, and which subscriptions the database can store: quantity 1, in US dollars
 * per month.
 */
import type Stripe from 'stripe';
import { idOf } from './stripeObjects';

/** The price of the plan Pro. */
export interface ProPrice {
  id: string;
  /** @throws when the API keys belong to another Stripe account than the price: every object would be missing */
  check(): Promise<unknown>;
  /** Whether a subscription with this price is a subscription to Pro. Earlier subscriptions keep their price. */
  includes(price: Stripe.Price): Promise<boolean>;
}

export function proPrice(stripe: Stripe, id: string): ProPrice {
  const retrieve = () => stripe.prices.retrieve(id);
  return {
    id,
    check: retrieve,
    // An earlier or later price belongs to the same product.
    includes: async (price) => price.id === id || idOf(price.product) === idOf((await retrieve()).product),
  };
}

const liveStatuses: ReadonlySet<Stripe.Subscription.Status> = new Set([
  ...(['active', 'trialing', 'past_due'] as const),
]);

/**
 * Why a live subscription cannot be stored; undefined if it can. Subscriptions that have ended can always be stored.
 */
export function unsupportedReason(
  status: Stripe.Subscription.Status,
  { price: { recurring, currency, unit_amount }, quantity = 1 }: Stripe.SubscriptionItem,
): string | undefined {
  if (!liveStatuses.has(status)) return undefined;
  if (recurring?.interval !== 'month' || recurring.interval_count !== 1) {
    const { interval_count: count = 0, interval = 'time' } = recurring ?? {};
    return `its price is not per month, but per ${String(count)} ${interval}`;
  }
  if (quantity !== 1) return `its quantity is ${String(quantity)}`;
  if (currency !== 'usd') return `its currency is ${currency}`;
  return unit_amount === null ? 'its price has no fixed amount' : undefined;
}
