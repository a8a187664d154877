/** Events of Stripe's webhooks: their signature, and the object that has changed. */
import Stripe from 'stripe';
import * as v from 'valibot';
import { PaymentProblem } from './problem';
import type { EventSubject, PaymentProvider } from './provider';
import { idOf, iso } from './stripeObjects';

/** The fields that are read of every event. `id` is the primary key of `private.payment_events`. */
const eventSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[ -~]{1,255}$/)),
  type: v.string(),
  created: v.pipe(v.number(), v.integer(), v.minValue(0)),
  data: v.object({ object: v.looseObject({ id: v.optional(v.string()) }) }),
});

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

const NOT_AN_EVENT =
  'The body is signed, but is not an event of Stripe: it needs id, type, created and data.object';

/** `secrets`: the signing secrets of the endpoint for the platform's events and of the one for creators' accounts. */
export function stripeEvents(stripe: Stripe, secrets: readonly string[]): Pick<PaymentProvider, 'readEvent'> {
  /** Undefined when no secret signed it. @throws 400 for a signed body that is not an event */
  const verified = async (body: string, signature: string): Promise<Stripe.Event | undefined> => {
    for (const secret of secrets) {
      try {
        const event = await stripe.webhooks.constructEventAsync(body, signature, secret);
        if (v.is(eventSchema, event)) return event;
        throw new PaymentProblem(400, NOT_AN_EVENT);
      } catch (error) {
        if (error instanceof SyntaxError) throw new PaymentProblem(400, NOT_AN_EVENT, { cause: error });
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
