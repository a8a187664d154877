/** `/_mail` and `/_mail.json`: the backend's mails, available only on this machine. */
import type { HttpBindings } from '@hono/node-server';
import { isLoopbackAddress, isLoopbackHostname } from '@supabase/lite';
import { Hono } from 'hono';
import type { Mailbox } from '@slipway/backend';
import { mailPage } from './mailPage';
import { mailStyles } from './mailStyles';

/** A proxy on this machine has a loopback address too; these headers identify it. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Checks `Host` too, because a remote page can make its own name resolve to this machine. */
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
        return context.text('The mailbox is only available on the machine that runs this server\n', 403);
      }
      if (context.req.method !== 'GET' && context.req.method !== 'HEAD')
        return context.text('Method not allowed\n', 405);
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
