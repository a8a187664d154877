/** Payments with Stripe: Checkout, the customer portal, Connect and webhooks. Secrets stay in this process. */
import Stripe from 'stripe';
import type { PaymentProvider } from './provider';
import { stripeCheckout } from './stripeCheckout';
import { stripeEvents } from './stripeEvents';
import { isUnavailable } from './stripeObjects';
import { stripePayouts } from './stripePayouts';
import { proPrice } from './stripePrices';
import { stripeSubscriptions } from './stripeSubscriptions';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** The price of the plan Pro, such as `price_123`. */
  pricePro: string;
  /** The signing secret for events of creators' accounts. Without it, balances are not paid out. */
  connectSecret?: string | undefined;
  /** An origin that replaces Stripe's API, for tests. */
  apiUrl?: string | undefined;
}

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
  const pro = proPrice(stripe, pricePro);
  return {
    isUnavailable,
    ...stripeEvents(stripe, connectSecret === undefined ? [webhookSecret] : [webhookSecret, connectSecret]),
    ...stripeCheckout(stripe, pro),
    ...stripeSubscriptions(stripe, pro),
    payouts: connectSecret === undefined ? undefined : stripePayouts(stripe, pro.check),
  };
}
