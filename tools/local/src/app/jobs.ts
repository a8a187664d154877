/**
 * Jobs of the database that a server runs every few seconds: webhooks, and payouts if the environment takes payments.
 */
import { type PaymentProvider, type Rest, runPaymentJobs, untyped } from '@slipway/payments';
import { repeat } from '@slipway/server';
import { deliverWebhooks, WEBHOOK_RUNS } from '@slipway/server/webhooks';

/** Payouts, and the end of deleted accounts' subscriptions. */
const PAYMENTS_EVERY_MS = 15_000;
const WEBHOOKS_EVERY_MS = 2_000;

/**
 * Starts at once. Webhooks may reach the addresses in `allow` besides public ones. The returned function resolves when the
 * running work has finished.
 */
export function startJobs(
  rest: Rest,
  provider: PaymentProvider | undefined,
  allow: readonly string[],
): () => Promise<void> {
  const { asServer } = untyped(rest);
  const call = (name: string, values: object) => asServer(name, values).catch(() => undefined); // logged by the backend
  const report = (error: unknown) => {
    console.error(error);
  };
  const deliver = () => deliverWebhooks({ call, egress: { allow } });
  const ends = [repeat(deliver, WEBHOOKS_EVERY_MS, report, WEBHOOK_RUNS)];
  if (provider) {
    ends.push(repeat(() => runPaymentJobs({ rest, provider, log: console }), PAYMENTS_EVERY_MS, report));
  }
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
