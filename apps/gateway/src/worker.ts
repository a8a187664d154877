/**
 * Work that the database asks for and a server does: mails, webhooks, payouts, and the end of deleted accounts' subscriptions. Several
 * gateways share it: each takes what no other one has taken.
 */
import { type PaymentProvider, type Rest, runPaymentJobs, untyped } from '@slipway/payments';
import { repeat } from '@slipway/server';
import { privateAddresses } from '@slipway/server/egress';
import { deliverWebhooks, WEBHOOK_RUNS } from '@slipway/server/webhooks';
import { sendNotices, type SmtpSettings, smtpFailure, smtpTransport } from '@slipway/server/mail';
import type { Logger } from 'pino';

export interface WorkerOptions {
  rest: Rest;
  log: Pick<Logger, 'error'>;
  provider: PaymentProvider | undefined;
  smtp: SmtpSettings | undefined;
  /** The app's origin, for links in mails. */
  appUrl: string;
}

const EVERY_MS = 15_000;
const WEBHOOKS_EVERY_MS = 5_000;

/** Starts at once. The returned function resolves when the running work has finished. */
export function startWorker({ rest, log, provider, smtp, appUrl }: WorkerOptions): () => Promise<void> {
  const { asServer } = untyped(rest);
  const deliver = smtp && smtpTransport(smtp);
  const call = async (name: string, values: object) => {
    try {
      return await asServer(name, values);
    } catch (error) {
      log.error(
        { reason: String((error as Error).cause) },
        'mails and webhooks wait: the database did not respond',
      );
      return undefined;
    }
  };
  const allow = privateAddresses(process.env, 'WEBHOOK_PRIVATE_ADDRESSES');
  // Apart from the mails, which would wait for slow receivers.
  const stopWebhooks = repeat(
    () => deliverWebhooks({ call, egress: { allow } }),
    WEBHOOKS_EVERY_MS,
    (error) => {
      log.error({ reason: String(error) }, 'webhooks wait: delivering them failed');
    },
    WEBHOOK_RUNS,
  );
  const stopMails = repeat(
    async () => {
      if (deliver) {
        const send = (mail: Parameters<typeof deliver>[0]) =>
          deliver(mail).catch((error: unknown) => {
            log.error({ reason: smtpFailure(error) }, 'a mail was not sent and is tried again');
            throw error;
          });
        await sendNotices({ call, send, origin: appUrl });
      }
      if (provider) await runPaymentJobs({ rest, provider, log });
    },
    EVERY_MS,
    (error) => {
      log.error({ reason: String(error) }, 'mails and payouts wait: the work failed');
    },
  );
  return async () => {
    await Promise.all([stopWebhooks(), stopMails()]);
  };
}
