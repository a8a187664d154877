/** Payouts with Stripe Connect: creators have an Express account, and balances are transferred to it. */
import Stripe from 'stripe';
import type { PayoutProvider, PayoutState } from './provider';

const stateOf = ({ capabilities, payouts_enabled, details_submitted }: Stripe.Account): PayoutState => {
  if (capabilities?.transfers === 'active' && payouts_enabled) return 'ready';
  return details_submitted ? 'restricted' : 'onboarding';
};

/** The reason of a rejection: nothing was transferred. Undefined for other errors, whose outcome is unknown. */
const rejectionOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? (error.code ?? error.type) : undefined;

/** Error codes for an account that was deleted or belongs to another platform. */
const missingAccountCodes: ReadonlySet<string | undefined> = new Set(['account_invalid', 'resource_missing']);
const isAccountMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && missingAccountCodes.has(error.code);

/** `checkKeys` throws when the API keys belong to another platform, for which no account exists. */
export function stripePayouts(stripe: Stripe, checkKeys: () => Promise<unknown>): PayoutProvider {
  const undefinedIfMissing = async <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch(async (error: unknown) => {
      if (!isAccountMissing(error)) throw error;
      await checkKeys();
      return undefined;
    });
  return {
    async createAccount(user, email, lost) {
      const account = await stripe.accounts.create(
        {
          ...{ email, metadata: { person: user }, capabilities: { transfers: { requested: true } } },
          controller: {
            ...{ stripe_dashboard: { type: 'express' }, requirement_collection: 'stripe' },
            ...{ fees: { payer: 'application' }, losses: { payments: 'application' } },
          },
        },
        // With the same key, Stripe would return the deleted account again.
        { idempotencyKey: lost === undefined ? `payouts ${user}` : `payouts ${user} after ${lost}` },
      );
      return account.id;
    },
    async page({ account, state, returnUrl }) {
      const form: Stripe.AccountLinkCreateParams = {
        ...{ account, return_url: returnUrl, refresh_url: returnUrl, type: 'account_onboarding' },
      };
      if (state === 'ready') return (await undefinedIfMissing(stripe.accounts.createLoginLink(account)))?.url;
      return (await undefinedIfMissing(stripe.accountLinks.create(form)))?.url;
    },
    async readAccount(id) {
      const found = await undefinedIfMissing(stripe.accounts.retrieve(id));
      return found ? stateOf(found) : 'restricted';
    },
    async transfer({ destination, month, amount, rejections }) {
      // Stripe deletes idempotency keys after about a day, but keeps the transfer group.
      const group = `payout ${destination} ${month}`;
      const [made] = (await stripe.transfers.list({ transfer_group: group, limit: 1 })).data;
      if (made) return { transfer: made.id };
      try {
        const { id } = await stripe.transfers.create(
          { destination, currency: 'usd', amount: Math.round(amount * 100), transfer_group: group },
          // With the same key, Stripe repeats the response, even a rejection.
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
  };
}
