/** The current state of subscriptions and of their invoices at Stripe. */
import type Stripe from 'stripe';
import type { PaymentProvider, ProviderInvoice, ProviderSubscription } from './provider';
import { idOf, isMissing, iso } from './stripeObjects';
import { type ProPrice, unsupportedReason } from './stripePrices';

const invoiceStates: Readonly<Record<string, ProviderInvoice['state']>> = {
  open: 'open',
  paid: 'paid',
  uncollectible: 'failed',
  void: 'void',
};

export function stripeSubscriptions(
  stripe: Stripe,
  pro: ProPrice,
): Pick<PaymentProvider, 'readSubscription' | 'readInvoice'> {
  return {
    async readSubscription(id) {
      const found = await stripe.subscriptions.retrieve(id).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        await pro.check();
        return undefined;
      });
      const item = found?.items.data[0];
      if (!item || !(await pro.includes(item.price))) return undefined;
      const { customer, status, cancel_at_period_end, cancel_at } = found;
      // In Stripe's flexible billing mode, the customer portal sets only `cancel_at`.
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
      // Drafts can be deleted.
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
  };
}
