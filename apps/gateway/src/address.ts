/** The client's address: from the socket, or from `X-Forwarded-For` behind trusted proxies. */

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
