/** Whose request it is: the peer's address, or what the last proxy that we trust says of it. */

/** `forwarded` is the header `X-Forwarded-For`; each proxy of ours appended one address, and only those are believed. */
export function addressOf(
  peer: string | undefined,
  forwarded: string | null,
  trustedProxies: number,
): string {
  const hops = (forwarded ?? '').split(',').map((hop) => hop.trim());
  const named = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  return named || peer || 'unknown';
}
