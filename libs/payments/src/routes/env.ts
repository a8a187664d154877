/** The environment of a route: the client as a binding, and the services. */
import type { ClientInfo } from '@slipway/server';
import type { Rest } from '../rest';

/** Hono's environment of a route. */
export interface RouteEnv {
  Bindings: ClientInfo;
}

export interface BillingServices {
  rest: Rest;
}

/** The user's access token. */
export const sessionOf = (headers: Headers): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
