/** The gateway on a backend of the same process: requests to the database use no socket and no rate limit. */
import type { ClientInfo } from '@slipway/server';
import { pino } from 'pino';
import { createGateway, type Gateway, type GatewayOptions } from './gateway';
import { sampleModel } from './models/sampleModel';
import { restStore } from './store';

/** Supabase's REST API in this process, with its keys. */
interface LocalBackend {
  fetch(request: Request, client: ClientInfo): Promise<Response>;
  secretKey: string;
  publishableKey: string;
}

/** `origin` is the app's; `options` override the defaults. */
export const localGateway = (
  backend: LocalBackend,
  origin: string,
  options: Partial<GatewayOptions> = {},
): Gateway =>
  createGateway({
    store: restStore({
      url: origin,
      secretKey: backend.secretKey,
      publishableKey: backend.publishableKey,
      fetch: (request) => backend.fetch(request, { address: '127.0.0.1', isInternal: true }),
    }),
    publicUrl: origin,
    model: sampleModel,
    log: pino({ level: 'silent' }),
    ...options,
  });
