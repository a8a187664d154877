/** The client's address, from the socket or from `X-Forwarded-For` behind trusted proxies, and its network. */
import { isIPv6 } from 'node:net';

/** `forwarded` is the header `X-Forwarded-For`, to which each trusted proxy appended one address; others are ignored. */
export function addressOf(
  socketAddress: string | undefined,
  forwarded: string | null,
  trustedProxies: number,
): string {
  const hops = (forwarded ?? '').split(',').map((hop) => hop.trim());
  const named = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  return named || socketAddress || 'unknown';
}

/**
 * The part of an address that limits count: an IPv4 address, or the /64 network of an IPv6 address, because a client can
 * use every address of its network.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head ? head.split(':') : [];
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
