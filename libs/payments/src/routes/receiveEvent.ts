/** Stores the state that an event says has changed. The event is only a reason to read it (decision 048). */
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { EventSubject, PaymentProvider, ProviderEvent } from '../provider';
import type { Rest } from '../rest';

interface EventServices {
  log: Pick<Logger, 'error'>;
  rest: Rest;
  provider: PaymentProvider;
}

/** Returns the outcome of the database, or `ignored` and `again`. @throws when the provider sends the event again */
export async function receiveEvent(
  services: EventServices,
  { id, type, created, subject }: ProviderEvent,
): Promise<string> {
  // Other types change nothing here.
  if (!subject) return 'ignored';
  const ticket = await services.rest.asServer(
    'begin_payment_event',
    { id, type, created },
    v.nullable(v.number()),
  );
  if (ticket === null) return 'again';
  // After the ticket: a state that was read later has a higher one.
  return storeState(services, subject, { id, ticket });
}

/** Reads the present state, and stores it unless one with a later ticket is stored. */
export async function storeState(
  { rest, provider, log }: EventServices,
  { kind, id: subject }: EventSubject,
  event: { id: string; ticket: number },
): Promise<string> {
  switch (kind) {
    case 'subscription': {
      const found = await provider.readSubscription(subject);
      if (!found) {
        const lost = { ...event, subscription: subject };
        const outcome = await rest.asServer('payment_subscription_lost', lost, v.string());
        if (outcome === 'lost')
          log.error(
            { subscription: subject },
            'The payment provider has no such subscription to a plan. It is live here, and ends with its period',
          );
        return outcome;
      }
      const { plan, id: subscription, unsupported, ...state } = { unsupported: undefined, ...found };
      // An error would make the provider send it for days, and turn the endpoint off.
      if (unsupported !== undefined)
        log.error(
          { reason: unsupported },
          `The payment provider charges ${subject}, which is not a plan here. Change or cancel it there`,
        );
      const row = { ...state, ...event, subscription, plan_name: plan };
      return rest.asServer('finish_payment_event', row, v.string());
    }
    case 'invoice': {
      const row = { ...event, invoice: subject, ...(await provider.readInvoice(subject)) };
      return rest.asServer('finish_invoice_event', row, v.string());
    }
    case 'payout_account': {
      if (!provider.payouts) return 'ignored';
      const row = { ...event, account: subject, state: await provider.payouts.readAccount(subject) };
      return rest.asServer('finish_payout_account_event', row, v.string());
    }
    case 'transfer': {
      if (!provider.payouts) return 'ignored';
      // The reversed sum only grows, so the order of reads does not matter.
      const row = { id: event.id, transfer: subject, reversed: await provider.payouts.readReversed(subject) };
      return rest.asServer('finish_transfer_event', row, v.string());
    }
  }
}
