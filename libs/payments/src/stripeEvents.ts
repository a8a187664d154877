/** Events of Stripe's webhooks: their signature, and the object that has changed. */
import Stripe from 'stripe';
import type { EventSubject, PaymentProvider } from './provider';
import { idOf, iso } from './stripeObjects';

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

/** `secrets`: of the endpoints for the platform's own events and for those of creators' accounts. */
export function stripeEvents(stripe: Stripe, secrets: readonly string[]): Pick<PaymentProvider, 'readEvent'> {
  /** Undefined when no secret signed it. */
  const verified = async (body: string, signature: string): Promise<Stripe.Event | undefined> => {
    for (const secret of secrets) {
      try {
        return await stripe.webhooks.constructEventAsync(body, signature, secret);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    return undefined;
  };
  return {
    async readEvent(body, signature) {
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
  };
}
