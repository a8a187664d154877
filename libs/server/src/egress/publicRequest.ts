/**
 * A request that reaches public addresses only: the agent checks the address that the connection uses, after DNS
 * resolution. Redirects are not followed.
 */
import { lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@slipway/contracts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { addressList, isListed } from './addresses';

export interface Egress {
  /** Private addresses that are allowed, as IP addresses or CIDR. A plain `http:` address must be in it. */
  allow?: readonly string[] | undefined;
  /** For tests: replaces the resolver. */
  lookup?: LookupFunction | undefined;
}

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Whether an address starts with https:// and has no password; http is for IP addresses in `allow`. */
export function isPublicUrl(url: URL, { allow = [] }: Egress = {}): boolean {
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && isListed(addressList(allow), hostOf(url)));
  return isAllowed && url.username === '' && url.password === '';
}

/** IPv4 addresses as IPv6, such as `::7f00:1` (RFC 4291, deprecated), which the agent counts as public. */
const ipv4Compatible = addressList(['::/96']);

/**
 * The address lists of an agent, and a function that adds an address to them. The agent gets single addresses: for a
 * CIDR of the other address family it would log a warning.
 */
function filterOf(allow: readonly string[]) {
  const allowed = addressList(allow);
  const filter = { allowIPAddressList: [] as string[], denyIPAddressList: [] as string[] };
  const sort = (address: string): void => {
    if (isListed(allowed, address)) filter.allowIPAddressList.push(address);
    else if (isListed(ipv4Compatible, address)) filter.denyIPAddressList.push(address);
  };
  return { filter, sort };
}

/**
 * Resolves with the response, whatever its status. @throws `forbidden` for a private address, `unavailable`. The code is for
 * operators: users see only the message.
 */
export async function publicRequest(
  url: URL,
  {
    body,
    allow = [],
    lookup = systemLookup,
    ...options
  }: Egress & {
    method: string;
    headers: Record<string, string | number>;
    signal: AbortSignal;
    body?: string | undefined;
  },
): Promise<IncomingMessage> {
  const { filter, sort } = filterOf(allow);
  sort(hostOf(url));
  const sortingLookup: LookupFunction = (host, lookupOptions, callback) => {
    lookup(host, lookupOptions, (error, address, family) => {
      if (!error) for (const found of Array.isArray(address) ? address : [{ address }]) sort(found.address);
      callback(error, address, family);
    });
  };
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new RequestFilteringHttpsAgent(filter) : new RequestFilteringHttpAgent(filter);
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const send = isSecure ? httpsRequest : httpRequest;
      const request = send(url, { ...options, agent, lookup: sortingLookup }, (response) => {
        response.once('close', () => {
          agent.destroy();
        });
        resolve(response);
      });
      request.on('error', reject);
      // Also emitted, without an error, when the server switches the protocol; no other event follows then.
      request.once('close', () => {
        reject(new Error('The connection was closed without a response'));
      });
      request.end(body);
    });
  } catch (cause) {
    agent.destroy();
    const isPrivate = cause instanceof Error && cause.message.includes('is not allowed');
    // One message for names that do not resolve and for private ones: it must not reveal which internal names exist.
    const message =
      isPrivate && isIP(hostOf(url)) !== 0
        ? `${url.host} is a private address`
        : `${url.host} cannot be reached at a public address`;
    throw new AppError(isPrivate ? 'forbidden' : 'unavailable', message, { cause });
  }
}
