/** The agents' gateway on the backend of this process: nothing goes through a socket, and no peer has a limit. */
import { pino } from 'pino';
import { createGateway, type Gateway, type GatewayOptions } from './gateway';
import { sampleModel } from './models/sampleModel';
import { restStore } from './store';

/** Supabase's REST API as an object of this process, with the keys that open it. */
interface LocalBackend {
  fetch(request: Request, client: { address: string }): Promise<Response>;
  secretKey: string;
  publishableKey: string;
}

/** `origin` is the app's own; `options` are those that should not be the default. */
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
      fetch: (request) => backend.fetch(request, { address: '127.0.0.1' }),
    }),
    model: sampleModel,
    log: pino({ level: 'silent' }),
    ...options,
  });
