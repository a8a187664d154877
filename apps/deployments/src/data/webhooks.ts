/**
 * The webhooks of a deployment, and their last messages.
 * Source: `public.deployment_webhooks`, `public.webhook_deliveries`, and the functions that create, test, enable and rotate.
 */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@slipway/contracts';
import { type Row, supabase, unwrap } from '@slipway/data';
import { deploymentQueries } from './deployments';

export const webhookEvents = [
  ...(['deployment.stopped', 'quota.reached', 'spend.alert', 'price.changed'] as const),
  ...(['key.rotated', 'moderation.changed'] as const),
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Times are ISO-8601 UTC; `disabled_at` is null while it is on, `secret_lost_at` while the server can read its secret. */
export type Webhook = Pick<
  Row<'deployment_webhooks'>,
  'id' | 'url' | 'events' | 'disabled_at' | 'secret_lost_at'
>;

/** `status` is null without a response, `due_at` when no attempt follows. */
export type Delivery = Pick<
  Row<'webhook_deliveries'>,
  'id' | 'event' | 'created_at' | 'attempts' | 'status' | 'delivered_at' | 'due_at'
>;

/** A message is tried for a day. */
const DAY = 24 * 60 * 60 * 1000;

/** Whether a message without a response was not sent at all, because the server could not read the secret that signs it. */
export const wasSecretLost = ({ created_at }: Delivery, { secret_lost_at }: Webhook): boolean =>
  secret_lost_at !== null && Date.parse(created_at) > Date.parse(secret_lost_at) - DAY;

const MAX_URL = 500;
const SHOWN = 10;

/** A message is sent within seconds, and the page shows its result: milliseconds until the next look, or false. */
export const nextLook = (deliveries: readonly Delivery[] | undefined): number | false =>
  deliveries?.some(({ due_at, attempts }) => due_at !== null && attempts < 2) ? 2_000 : false;

export const webhookQueries = {
  all: () => [...deploymentQueries.all(), 'webhooks'] as const,

  /** Oldest first. @throws `unauthenticated`, `unavailable` */
  of: (deploymentId: string) =>
    queryOptions({
      queryKey: [...webhookQueries.all(), deploymentId] as const,
      queryFn: ({ signal }): Promise<Webhook[]> =>
        unwrap(
          supabase()
            .from('deployment_webhooks')
            .select('id, url, events, disabled_at, secret_lost_at')
            .eq('deployment_id', deploymentId)
            .order('created_at')
            .abortSignal(signal),
        ),
    }),

  /** The newest ten, newest first. @throws `unauthenticated`, `unavailable` */
  deliveries: (webhookId: string) =>
    queryOptions({
      queryKey: [...webhookQueries.all(), 'deliveries', webhookId] as const,
      staleTime: 0,
      queryFn: ({ signal }): Promise<Delivery[]> =>
        unwrap(
          supabase()
            .from('webhook_deliveries')
            .select('id, event, created_at, attempts, status, delivered_at, due_at')
            .eq('webhook_id', webhookId)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(SHOWN)
            .abortSignal(signal),
        ),
    }),
};

/** As in the database. `URL` would correct an address that the database rejects: `HTTPS:`, `https:/`, spaces, a final `#`. */
const WEBHOOK_URL = /^https:\/\/[^\s/?#@]+([/?][^\s#]*)?$/;

/** Whether the database takes an address: https, without a user or a fragment. */
export const isWebhookUrl = (text: string): boolean =>
  text.length <= MAX_URL && WEBHOOK_URL.test(text) && URL.canParse(text);

/**
 * Returns the webhook's id and its secret, which is never shown again.
 * @throws `conflict` (five, or the same address), `unavailable`
 */
export async function createWebhook(webhook: {
  deployment: string;
  url: string;
  events: readonly WebhookEvent[];
}): Promise<{ id: string; secret: string }> {
  const { deployment, url, events } = webhook;
  const [row] = await unwrap(supabase().rpc('create_webhook', { deployment, url, events: [...events] }));
  if (!row) throw new AppError('unexpected', 'create_webhook returned no row');
  return row;
}

/**
 * Returns the new secret; the old one signs for a day too. Turns a webhook on whose secret was lost.
 * @throws `rate_limited`, `unavailable`
 */
export const rotateSecret = (webhook: string): Promise<string> =>
  unwrap(supabase().rpc('rotate_webhook_secret', { webhook }));

/** @throws `rate_limited`, `unavailable` */
export async function testWebhook(webhook: string): Promise<void> {
  await unwrap(supabase().rpc('test_webhook', { webhook }));
}

/** @throws `unavailable` */
export async function enableWebhook(webhook: string): Promise<void> {
  await unwrap(supabase().rpc('enable_webhook', { webhook }));
}

/** @throws `unavailable` */
export async function deleteWebhook(webhook: string): Promise<void> {
  await unwrap(supabase().from('deployment_webhooks').delete().eq('id', webhook));
}
