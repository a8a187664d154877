/**
 * A request that reaches public addresses only: the agent checks the address that the connection uses, after DNS
 * resolution. Redirects are not followed.
 */
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AppError } from '@slipway/contracts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

export interface Egress {
  /** Private addresses that are allowed, as IP addresses or CIDR. A plain `http:` address must be in it. */
  allow?: readonly string[] | undefined;
  /** For tests: replaces the resolver. */
  lookup?: LookupFunction | undefined;
}

/** Whether an address starts with https:// and has no password; http is for hosts in `allow`. */
export function isPublicUrl(url: URL, { allow = [] }: Egress = {}): boolean {
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && allow.includes(url.hostname));
  return isAllowed && url.username === '' && url.password === '';
}

/** Resolves with the response, whatever its status. @throws `forbidden` for a private address, `unavailable` */
export async function publicRequest(
  url: URL,
  {
    body,
    allow = [],
    lookup,
    ...options
  }: Egress & {
    method: string;
    headers: Record<string, string | number>;
    signal: AbortSignal;
    body?: string | undefined;
  },
): Promise<IncomingMessage> {
  const filter = { allowIPAddressList: [...allow] };
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new RequestFilteringHttpsAgent(filter) : new RequestFilteringHttpAgent(filter);
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const send = isSecure ? httpsRequest : httpRequest;
      const request = send(url, { ...options, agent, ...(lookup && { lookup }) }, (response) => {
        response.once('close', () => {
          agent.destroy();
        });
        resolve(response);
      });
      request.on('error', reject);
      // Without an error when the server switches the protocol, after which nothing else is emitted.
      request.once('close', () => {
        reject(new Error('The connection was closed without a response'));
      });
      request.end(body);
    });
  } catch (cause) {
    agent.destroy();
    const message = cause instanceof Error ? cause.message : '';
    throw message.includes('is not allowed')
      ? new AppError('forbidden', `${url.host} resolves to a private address`, { cause })
      : new AppError('unavailable', `${url.host} cannot be reached`, { cause });
  }
}
