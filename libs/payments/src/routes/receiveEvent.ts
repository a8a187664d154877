/** Handles an event of the provider: reads the current state of the changed object and stores it (decision 048). */
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { EventSubject, PaymentProvider, ProviderEvent } from '../provider';
import type { Rest } from '../rest';

interface EventServices {
  log: Pick<Logger, 'error'>;
  rest: Rest;
  provider: PaymentProvider;
}

/** Returns the outcome of the database, or `ignored` or `again`. @throws when the provider must send the event again */
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
  // Read after taking the ticket: a later read has a higher ticket.
  return storeState(services, subject, { id, ticket });
}

/** Reads the current state and stores it, unless a state with a later ticket is stored. */
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
            'The payment provider has no such subscription. It is active in the database, and ends with its period',
          );
        return outcome;
      }
      const { plan, id: subscription, unsupported, ...state } = { unsupported: undefined, ...found };
      // Do not throw: the provider would send the event again for days, and then disable the endpoint.
      if (unsupported !== undefined)
        log.error(
          { reason: unsupported },
          `The payment provider charges for ${subject}, which is no plan of this app. Change or cancel it at the provider`,
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
      // The reversed amount only grows, so the order of reads does not matter.
      const row = { id: event.id, transfer: subject, reversed: await provider.payouts.readReversed(subject) };
      return rest.asServer('finish_transfer_event', row, v.string());
    }
  }
}
