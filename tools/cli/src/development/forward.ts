/** Forwards requests of a page on this machine to the backend of an environment. */
import type { Context } from 'hono';
import { proxy } from 'hono/proxy';

export interface ForwardedFrom {
  /** The environment's name, for messages. */
  environment: string;
  /** Its address, as reachable from this machine: see `reachableAddress`. */
  address: string;
  /** The origin of the page on this machine. */
  origin: string;
}

/** Forwards a request with the environment's origin, so that it is treated as one from its page. */
export async function forward(
  { req }: Context,
  target: string,
  { environment, address, origin }: ForwardedFrom,
  unavailable: (message: string) => Response,
): Promise<Response> {
  const { pathname, search } = new URL(req.url);
  const headers = req.header();
  const isOwnOrigin = headers['origin'] === origin;
  try {
    return await proxy(target + pathname + search, {
      raw: req.raw,
      redirect: 'manual',
      headers: {
        ...headers,
        ...{ host: undefined, referer: undefined, connection: undefined },
        ...(isOwnOrigin && { origin: address }),
      },
    });
  } catch (cause) {
    if (req.raw.signal.aborted) throw cause;
    return unavailable(`${environment} does not respond at ${target}: check that it is running`);
  }
}
