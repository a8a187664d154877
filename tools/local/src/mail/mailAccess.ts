/**
 * Who may read the mailbox, whose links open every account: the operator, who has the token that the server prints when
 * it starts. A loopback address proves nothing, because a proxy on this machine has one too.
 */
import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { isSameSecret } from '@slipway/server';
import { isLoopbackAddress, isLoopbackHostname } from '@supabase/lite';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

type MailContext = Context<{ Bindings: HttpBindings }>;

/** 256 random bits, for one run of the server. */
export const newMailToken = (): string => randomBytes(32).toString('base64url');

/** Headers that proxies add. A proxy that adds none still needs the token. */
const forwarding = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
  ...['cf-connecting-ip', 'true-client-ip'],
];

function isFromThisMachine({ req, env }: MailContext): boolean {
  const address = env.incoming.socket.remoteAddress;
  return (
    address !== undefined &&
    isLoopbackAddress(address) &&
    isLoopbackHostname(new URL(req.url).hostname) &&
    !forwarding.some((name) => req.raw.headers.has(name))
  );
}

/** Browsers share cookies between the ports of a machine, so the name contains the port. */
const cookieName = (context: MailContext) => `slipway-mail-${String(context.env.incoming.socket.localPort)}`;

/**
 * Lets requests with the token's cookie pass. `?token=…` sets that cookie and redirects to the same page without the
 * token. Any other request gets the response of an unknown path.
 */
export function mailAccess(
  token: string,
  notFound: (context: MailContext) => Response | Promise<Response>,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (context, next) => {
    const given = context.req.query('token') ?? getCookie(context, cookieName(context)) ?? '';
    if (!isFromThisMachine(context) || !isSameSecret(given, token)) return notFound(context);
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    if (context.req.query('token') !== undefined) {
      setCookie(context, cookieName(context), token, { path: '/_mail', httpOnly: true, sameSite: 'Strict' });
      return context.redirect(context.req.path, 303);
    }
    await next();
    return undefined;
  };
}
