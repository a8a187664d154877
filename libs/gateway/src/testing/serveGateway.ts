/** The gateway on a served backend of the test's own: `/v1/*` beside `/rest/v1` and `/auth/v1`, on one origin. */
import { type At, type Engine, serve, type Served } from '@slipway/backend/testing';
import type { GatewayOptions } from '../gateway';
import { localGateway } from '../localGateway';

/** `options`: what should not be the gateway's default. */
export const serveGateway = (
  engine: Engine,
  options: Partial<GatewayOptions> = {},
  at: At = {},
): Promise<Served> => serve(engine, at, (backend, origin) => localGateway(backend, origin, options));
