/** The agents' gateway on the backend of this process: nothing goes through a socket, and no peer has a limit. */
import { createGateway, type Gateway, type GatewayOptions, restStore, sampleModel } from '@slipway/gateway';
import { pino } from 'pino';
import type { Backend } from '../backend/backend';

/** `origin` is the app's own; `options` are those that should not be the default. */
export const localGateway = (
  backend: Pick<Backend, 'fetch' | 'secretKey' | 'publishableKey'>,
  origin: string,
  options: Partial<GatewayOptions> = {},
): Gateway =>
  createGateway({
    store: restStore({
      url: origin,
      secretKey: backend.secretKey,
      publishableKey: backend.publishableKey,
      fetch: (request) => backend.fetch(request, { address: '127.0.0.1' }),
    }),
    model: sampleModel,
    log: pino({ level: 'silent' }),
    ...options,
  });
