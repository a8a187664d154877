/** Payouts with Stripe Connect: creators have an Express account, and balances are transferred to it. */
import Stripe from 'stripe';
import type { PayoutProvider, PayoutState } from './provider';

const stateOf = ({ capabilities, payouts_enabled, details_submitted }: Stripe.Account): PayoutState => {
  if (capabilities?.transfers === 'active' && payouts_enabled) return 'ready';
  return details_submitted ? 'restricted' : 'onboarding';
};

/** The request itself was rejected, so that nothing was transferred. Other errors leave the outcome open. */
const rejectionOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? (error.code ?? error.type) : undefined;

export const stripePayouts = (stripe: Stripe): PayoutProvider => ({
  async createAccount(person, email) {
    const account = await stripe.accounts.create(
      {
        ...{ email, metadata: { person }, capabilities: { transfers: { requested: true } } },
        controller: {
          ...{ stripe_dashboard: { type: 'express' }, requirement_collection: 'stripe' },
          ...{ fees: { payer: 'application' }, losses: { payments: 'application' } },
        },
      },
      { idempotencyKey: `payouts ${person}` },
    );
    return account.id;
  },
  async page({ account, state, returnUrl }) {
    if (state === 'ready') return (await stripe.accounts.createLoginLink(account)).url;
    const link = {
      account,
      return_url: returnUrl,
      refresh_url: returnUrl,
      type: 'account_onboarding' as const,
    };
    return (await stripe.accountLinks.create(link)).url;
  },
  readAccount: async (id) => stateOf(await stripe.accounts.retrieve(id)),
  async transfer({ destination, month, amount, rejections }) {
    // An idempotency key is forgotten after a day or so; the group is not.
    const group = `payout ${destination} ${month}`;
    const [made] = (await stripe.transfers.list({ transfer_group: group, limit: 1 })).data;
    if (made) return { transfer: made.id };
    try {
      const { id } = await stripe.transfers.create(
        { destination, currency: 'usd', amount: Math.round(amount * 100), transfer_group: group },
        // A repeated key repeats the answer, also a rejection.
        { idempotencyKey: `${group} ${String(rejections)}` },
      );
      return { transfer: id };
    } catch (error) {
      const rejected = rejectionOf(error);
      if (rejected === undefined) throw error;
      return { rejected };
    }
  },
  readReversed: async (transfer) => (await stripe.transfers.retrieve(transfer)).amount_reversed / 100,
});
