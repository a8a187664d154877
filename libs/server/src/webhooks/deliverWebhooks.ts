/**
 * Posts the events of deployments to the addresses of their owners, signed after the Standard Webhooks specification
 * (decision 061). The database decides what is due and counts attempts; the egress guard reaches public addresses only.
 * Source: the functions `take_webhook_deliveries` and `webhook_attempted`.
 */
import { Webhook } from 'standardwebhooks';
import { type Egress, publicFetch } from '../egress';

interface Delivery {
  id: string;
  url: string;
  event: string;
  data: Record<string, unknown>;
  created_at: string;
  /** The current secret, then earlier ones whose overlap has not ended. */
  secrets: string[];
}

export interface WebhookServices {
  /** Calls a function of the database with the secret key; undefined when it fails. */
  call: (name: string, values: object) => Promise<unknown>;
  /** Addresses that are allowed besides public ones. */
  egress?: Egress;
  /** Milliseconds for a response. */
  timeout?: number;
}

/** Milliseconds, as the specification proposes. */
const TIMEOUT = 15_000;
/** How often `deliverWebhooks` may run at once: slow receivers of one run do not hold up the messages of the next. */
export const WEBHOOK_RUNS = 8;
/** Bytes of a response: only its status counts. */
const MAX_RESPONSE = 64 * 1024;

/** Signed with each secret, so that a receiver can exchange its own at any time of the overlap. */
export function signedRequest({ id, event, data, created_at, secrets }: Delivery, at: Date) {
  const body = JSON.stringify({ type: event, timestamp: created_at, data });
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Slipway-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}

/** Sends the messages that are due, up to 20, of a user up to 10. Returns how many were accepted. */
export async function deliverWebhooks({
  call,
  egress = {},
  timeout = TIMEOUT,
}: WebhookServices): Promise<number> {
  const deliveries = ((await call('take_webhook_deliveries', {})) ?? []) as Delivery[];
  const send = publicFetch({ ...egress, timeout, maxBytes: MAX_RESPONSE });
  const attempts = deliveries.map(async (delivery) => {
    const post = async () => {
      const response = await send(delivery.url, { method: 'POST', ...signedRequest(delivery, new Date()) });
      await response.body?.cancel();
      return response.status;
    };
    // Unreachable, a private address, a redirect, or a wrong secret: the owner sees that there was no response.
    const status = await post().catch(() => null);
    await call('webhook_attempted', { id: delivery.id, status });
    return status !== null && status >= 200 && status < 300;
  });
  return (await Promise.all(attempts)).filter(Boolean).length;
}
