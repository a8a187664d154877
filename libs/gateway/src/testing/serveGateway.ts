/** A test server with a separate backend and the gateway on it: `/rest/v1`, `/auth/v1` and `/v1` on one origin. */
import { type At, type Engine, serve, type Served } from '@slipway/backend/testing';
import type { GatewayOptions } from '../gateway';
import { localGateway } from '../localGateway';

/** `options` override the gateway's defaults. */
export const serveGateway = (
  engine: Engine,
  options: Partial<GatewayOptions> = {},
  at: At = {},
): Promise<Served> => serve(engine, at, (backend, origin) => localGateway(backend, origin, options));
