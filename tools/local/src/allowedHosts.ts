/**
 * Rejects requests for unknown host names with 421, against DNS rebinding: a page of another site can make its own name
 * resolve to this machine, but the browser still sends that name.
 */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

/** This machine's two names, and previews below one of them. Ports differ behind a tunnel or a web server. */
const LOCAL = /^(?:127\.0\.0\.1|localhost|[a-z0-9-]+\.localhost)$/;

/** Load balancers request it by the server's IP address. The response reveals nothing about the app. */
const PUBLIC_PATH = '/healthz';

const hostnameOf = (host: string | undefined): string | undefined =>
  host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;

/** `publicUrl` is the address that users open, if it differs from the server's own. */
export function allowedHosts(publicUrl?: string): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const publicHostname = publicUrl && new URL(publicUrl).hostname;
  const isAllowed = (hostname = '') => LOCAL.test(hostname) || hostname === publicHostname;

  let lastAllowed: string | undefined;
  return async (context, next) => {
    const { url = '', headers } = context.env.incoming;
    // With a path in the request line, the address that was asked for is the header's.
    const isPath = url.startsWith('/');
    if (isPath && lastAllowed !== undefined && headers.host === lastAllowed) {
      await next();
      return undefined;
    }
    const { hostname, pathname } = new URL(context.req.url);
    // The request line can name another host than the header.
    const isOurs = isAllowed(hostname) && isAllowed(hostnameOf(headers.host));
    if (!isOurs && pathname !== PUBLIC_PATH) {
      return context.text(
        'This server is not responsible for this host. Set PUBLIC_URL to its address\n',
        421,
        {
          'cache-control': 'no-store',
        },
      );
    }
    if (isOurs && isPath) lastAllowed = headers.host;
    await next();
    return undefined;
  };
}
