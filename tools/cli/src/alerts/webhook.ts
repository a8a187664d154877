/**
 * Sends a message to a webhook. The address comes from a file of an operator, who may be wrong or deceived, so requests
 * reach public addresses only: the agent checks the address that the connection uses, after DNS resolution, and redirects
 * are not followed.
 */
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AppError } from '@slipway/contracts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Milliseconds for the whole exchange. */
const TIMEOUT = 10_000;

export interface Webhook {
  url: string;
  /** Signs the body: HMAC-SHA-256 over `<seconds>.<body>`. */
  secret?: string | undefined;
  /** Private addresses that are allowed, as IP addresses or CIDR. A plain `http:` address must be in it. */
  allow?: readonly string[];
  /** For tests: replaces the resolver. */
  lookup?: LookupFunction;
}

/** `t=<seconds>,v1=<hex>`: a receiver computes the same, and rejects an old time. */
export const signatureOf = (secret: string, body: string, seconds: number): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`;

/** The origin only: the path of a webhook is its password. */
const shown = (url: URL) => `the webhook at ${url.host}`;

/** @throws `invalid_input` */
export function parseWebhookUrl(text: string, allow: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && allow.includes(url.hostname));
  if (url && isAllowed && url.username === '' && url.password === '') return url;
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
  const options = { allowIPAddressList: allow };
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options);
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const send = isSecure ? httpsRequest : httpRequest;
      const request = send(
        url,
        {
          method: 'POST',
          agent,
          signal: AbortSignal.timeout(TIMEOUT),
          ...(webhook.lookup && { lookup: webhook.lookup }),
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'slipway-alerts',
            ...(webhook.secret && { 'x-slipway-signature': signatureOf(webhook.secret, body, seconds) }),
          },
        },
        (response) => {
          // The response is not needed, and could be endless.
          response.destroy();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
    if (status >= 200 && status < 300) return;
    const why =
      status >= 300 && status < 400
        ? 'responded with a redirect, which is not followed'
        : `responded with ${String(status)}`;
    throw new AppError('unavailable', `${shown(url)} ${why}`);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = cause instanceof Error ? cause.message : '';
    throw message.includes('is not allowed')
      ? new AppError(
          'forbidden',
          `${shown(url)} resolves to a private address: list it under "allow" if it is right`,
          { cause },
        )
      : new AppError('unavailable', `${shown(url)} cannot be reached`, { cause });
  } finally {
    agent.destroy();
  }
}
