/** `/_mail` and `/_mail.json`: what the backend mailed, shown to the person at this machine and to nobody else. */
import type { HttpBindings } from '@hono/node-server';
import { isLoopbackAddress, isLoopbackHostname } from '@supabase/lite';
import { Hono } from 'hono';
import type { Mailbox } from '@slipway/backend';
import { mailPage } from './mailPage';
import { mailStyles } from './mailStyles';

/** A proxy on this machine has a loopback address too; it says for whom it asks. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** The name in `Host` is checked too: a page elsewhere can make its own name resolve to this machine. */
function isFromThisMachine(request: Request, address: string | undefined): boolean {
  const { hostname } = new URL(request.url);
  return (
    address !== undefined &&
    isLoopbackAddress(address) &&
    isLoopbackHostname(hostname) &&
    !forwarding.some((name) => request.headers.has(name))
  );
}

export function mailRoutes(mailbox: () => Mailbox | undefined): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();

  for (const path of ['/_mail', '/_mail.json', '/_mail.css']) {
    routes.use(path, async (context, next) => {
      if (!isFromThisMachine(context.req.raw, context.env.incoming.socket.remoteAddress)) {
        return context.text('The mailbox is for the machine that runs this server\n', 403);
      }
      if (context.req.method !== 'GET' && context.req.method !== 'HEAD')
        return context.text('Only GET\n', 405);
      await next();
      context.header('cache-control', 'no-store');
      return undefined;
    });
  }
  routes.get('/_mail', (context) => context.html(mailPage(mailbox()?.list() ?? [])));
  routes.get('/_mail.json', (context) => context.json(mailbox()?.list() ?? []));
  routes.get('/_mail.css', (context) =>
    context.body(mailStyles, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  return routes;
}
