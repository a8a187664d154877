/** The environment of a route: the client as a binding, and the services of the gateway. */
import type { ClientInfo } from '@slipway/server';
import type { Context } from 'hono';
import type { IdempotentCalls } from '../idempotentCalls';
import type { ModelRunner } from '../modelRunner';
import type { PreviewBudgets } from '../previewBudgets';
import type { RateLimits } from '../rateLimits';
import type { GatewayStore, KeyGrant } from '../store';

/** Hono's environment of a route. */
export interface RouteEnv {
  Bindings: ClientInfo;
  Variables: { grant?: KeyGrant };
}

/** Remembers the deployment of the request's key, for the headers of its response. */
export const rememberGrant =
  (context: Context<RouteEnv>) =>
  (grant: KeyGrant): void => {
    context.set('grant', grant);
  };

export interface GatewayServices {
  store: GatewayStore;
  rateLimits: RateLimits;
  modelRunner: ModelRunner;
  idempotentCalls: IdempotentCalls;
  previewBudgets: PreviewBudgets;
  /** Milliseconds for a complete response. */
  timeLimit: number;
  /** Converts a request's URL to the public one. */
  publicAddress: (url: string) => string;
}
