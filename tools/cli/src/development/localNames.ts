/** Prevents DNS rebinding: another site could point its name at a server of this machine and read its responses. */
import type { MiddlewareHandler } from 'hono';

/** Rejects requests for any name but this machine's. `origin` is the server's; `reject` makes the response. */
export const localNamesOnly =
  (origin: string, reject: (message: string) => Response): MiddlewareHandler =>
  (context, next) => {
    const { hostname } = new URL(context.req.url);
    return ['127.0.0.1', 'localhost'].includes(hostname)
      ? next()
      : Promise.resolve(reject(`This server is ${origin}`));
  };
