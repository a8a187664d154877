/**
 * Sends a message to a webhook. The address comes from a file of an operator, who may be wrong or deceived, so requests
 * reach public addresses only, and redirects are not followed.
 */
import { createHmac } from 'node:crypto';
import { AppError, isAppError } from '@slipway/contracts';
import { type Egress, isPublicUrl, publicRequest } from '@slipway/server/egress';

/** Milliseconds for the whole exchange. */
const TIMEOUT = 10_000;

export interface Webhook extends Egress {
  url: string;
  /** Signs the body: HMAC-SHA-256 over `<seconds>.<body>`. */
  secret?: string | undefined;
}

/** `t=<seconds>,v1=<hex>`: a receiver computes the same, and rejects an old time. */
export const signatureOf = (secret: string, body: string, seconds: number): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`;

/** The origin only: the path of a webhook is its password. */
const shown = (url: URL) => `the webhook at ${url.host}`;

export const isWebhookUrl = (text: string, allow: readonly string[]): boolean =>
  URL.canParse(text) && isPublicUrl(new URL(text), { allow });

/** @throws `invalid_input` */
export function parseWebhookUrl(text: string, allow: readonly string[]): URL {
  if (isWebhookUrl(text, allow)) return new URL(text);
  throw new AppError(
    'invalid_input',
    'The address of a webhook must start with https:// and have no password',
  );
}

/** @throws `forbidden` for a private address, `unavailable` when it is not accepted */
export async function sendWebhook(webhook: Webhook, content: object): Promise<void> {
  const allow = [...(webhook.allow ?? [])];
  const url = parseWebhookUrl(webhook.url, allow);
  const body = JSON.stringify(content);
  const seconds = Math.floor(Date.now() / 1000);
  const { secret, lookup } = webhook;
  try {
    const response = await publicRequest(url, {
      ...{ method: 'POST', signal: AbortSignal.timeout(TIMEOUT), body, allow, lookup },
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'slipway-alerts',
        ...(secret && { 'x-slipway-signature': signatureOf(secret, body, seconds) }),
      },
    });
    // The response is not needed, and could be endless.
    response.destroy();
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return;
    const why =
      status >= 300 && status < 400
        ? 'responded with a redirect, which is not followed'
        : `responded with ${String(status)}`;
    throw new AppError('unavailable', `${shown(url)} ${why}`);
  } catch (cause) {
    if (!isAppError(cause) || cause.message.startsWith(shown(url))) throw cause;
    throw cause.code === 'forbidden'
      ? new AppError(
          'forbidden',
          `${shown(url)} resolves to a private address: add it to "allow" if that is intended`,
          { cause },
        )
      : new AppError('unavailable', `${shown(url)} cannot be reached`, { cause });
  }
}
