/**
 * The gateway on a backend of the same process. Calls reach its database directly, without PostgREST; previews, which
 * need a user's session, use no socket, and the rate limits of the gateway instead of the backend's (`previewAccessOf`).
 */
import type { ClientInfo } from '@slipway/server';
import { pino } from 'pino';
import { openPostgres } from './database/postgres';
import type { SqlDatabase } from './database/sqlRpc';
import { createGateway, type Gateway, type GatewayOptions } from './gateway';
import { sampleModel } from './models/sampleModel';
import { directStore } from './store';

/** Supabase's REST API in this process, with its keys and its database. */
interface LocalBackend {
  fetch(request: Request, client: ClientInfo): Promise<Response>;
  secretKey: string;
  publishableKey: string;
  /** The URL of a PostgreSQL server, or statements on the embedded database. */
  direct: string | SqlDatabase['query'];
  /** Runs after each request that may have written, before its response. */
  onWrite(listener: () => void): void;
}

/** `origin` is the app's; `options` override the defaults. */
export function localGateway(
  backend: LocalBackend,
  origin: string,
  options: Partial<GatewayOptions> = {},
): Gateway {
  const { direct } = backend;
  const database: SqlDatabase =
    typeof direct === 'string' ? openPostgres(direct) : { query: direct, close: () => Promise.resolve() };
  const store = directStore(database, {
    url: origin,
    secretKey: backend.secretKey,
    publishableKey: backend.publishableKey,
    fetch: (request) => backend.fetch(request, { address: '127.0.0.1', isInternal: true }),
  });
  // The next call sees what its owner changed here, without waiting for an announcement.
  backend.onWrite(() => {
    store.forget();
  });
  return createGateway({
    store,
    publicUrl: origin,
    model: sampleModel,
    log: pino({ level: 'silent' }),
    ...options,
  });
}
