/** `/_mail`, `/_mail/list.json` and `/_mail/styles.css`: the backend's mails, for the operator on this machine. */
import type { HttpBindings } from '@hono/node-server';
import type { Mailbox } from '@slipway/backend';
import { type Context, Hono } from 'hono';
import { mailAccess } from './mailAccess';
import { mailPage } from './mailPage';
import { mailStyles } from './mailStyles';

interface MailRoutes {
  token: string;
  mailbox: () => Mailbox | undefined;
  /** The response of an unknown path. */
  notFound: (context: Context<{ Bindings: HttpBindings }>) => Response | Promise<Response>;
}

export function mailRoutes({ token, mailbox, notFound }: MailRoutes): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const access = mailAccess(token, notFound);

  routes.get('/_mail', access, (context) => context.html(mailPage(mailbox()?.list() ?? [])));
  routes.get('/_mail/list.json', access, (context) => context.json(mailbox()?.list() ?? []));
  routes.get('/_mail/styles.css', access, (context) =>
    context.body(mailStyles, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  return routes;
}
