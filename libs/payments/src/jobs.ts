/**
 * Work at the payment provider that the database requests: payouts, the end of deleted accounts' subscriptions, and
 * daily reads of subscriptions, because events can get lost.
 */
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { PaymentProvider } from './provider';
import type { Rest } from './rest';
import { storeState } from './routes/receiveEvent';

export interface PaymentJobs {
  rest: Rest;
  provider: PaymentProvider;
  log: Pick<Logger, 'error'>;
}

const checks = v.array(v.object({ subscription: v.string(), ticket: v.number() }));

const orders = v.array(
  v.object({
    ...{ id: v.number(), destination: v.string(), month: v.string() },
    ...{ amount: v.number(), rejections: v.number() },
  }),
);

/**
 * The cause, which has more detail than the message for callers. Stripe's errors have no cause: `detail` is the network
 * error.
 */
function reasonOf(error: unknown): string {
  const { cause, detail } = error as { cause?: unknown; detail?: unknown };
  return `${String(cause ?? error)}${detail === undefined ? '' : ` (${String(detail)})`}`;
}

/**
 * Runs the jobs that are due, once. Steps may be repeated, also by several servers at once: an unconfirmed payment is
 * taken again, and the provider ignores duplicates. Never throws: errors are logged.
 */
export async function runPaymentJobs({ rest, provider, log }: PaymentJobs): Promise<void> {
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.error({ reason: reasonOf(error) }, `${what} failed and is tried again`);
    }
  };
  await attempt('Ending subscriptions of deleted accounts', async () => {
    for (const customer of await rest.asServer('take_payment_cancellations', {}, v.array(v.string()))) {
      await attempt('Ending the subscription of a deleted account', async () => {
        await provider.cancelCustomer(customer);
        await rest.asServer('payment_canceled', { customer }, v.null());
      });
    }
  });
  await attempt('Reading subscriptions again', async () => {
    for (const { subscription: id, ticket } of await rest.asServer('take_subscription_checks', {}, checks)) {
      const check = { id: `check ${String(ticket)}`, ticket };
      await attempt(`Reading the subscription ${id} again`, () =>
        storeState({ rest, provider, log }, { kind: 'subscription', id }, check),
      );
    }
  });
  const { payouts } = provider;
  if (!payouts) return;
  await attempt('Payouts', async () => {
    for (const { id, ...order } of await rest.asServer('take_payouts', {}, orders)) {
      await attempt(`Payout ${String(id)}`, async () => {
        const outcome = await payouts.transfer(order);
        if ('transfer' in outcome) {
          await rest.asServer('payout_paid', { id, transfer: outcome.transfer }, v.boolean());
        } else {
          log.error({ reason: outcome.rejected }, `Payout ${String(id)} was rejected`);
          await rest.asServer('payout_rejected', { id, reason: outcome.rejected }, v.string());
        }
      });
    }
  });
}
