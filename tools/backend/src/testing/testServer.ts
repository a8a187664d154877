/** A backend on real HTTP, on a free port. */
import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type ClientInfo, closeServer, listen, LOCALHOST } from '@slipway/server';
import { type Backend, type BackendOptions, startBackend } from '../backend';
import { files } from './files';

/** Creates a handler for `/v1/*` on the backend's origin, such as the gateway. */
export type Mount = (
  backend: Backend,
  origin: string,
) => {
  fetch(request: Request, client: ClientInfo): Promise<Response>;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
  /** Closes its connections. */
  close?(): Promise<void>;
};

interface TestServer {
  origin: string;
  backend: Backend;
  close(): Promise<void>;
}

export async function startTestServer({
  mount,
  ...options
}: Pick<BackendOptions, 'home' | 'databaseUrl' | 'rates'> & {
  mount?: Mount | undefined;
}): Promise<TestServer> {
  // Idle connections stay open: on a busy machine the default of five seconds ends while a client reuses one.
  const server = createServer({ keepAliveTimeout: 0 });
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy: 'Stop another server' });
  const origin = `http://${LOCALHOST}:${String(port)}`;
  const backend = await startBackend({ ...options, ...files, origin, responseTime: 0, log: () => undefined });
  const mounted = mount?.(backend, origin);
  const fetch = (request: Request, { incoming }: HttpBindings) => {
    const address = incoming.socket.remoteAddress ?? 'unknown';
    return mounted && new URL(request.url).pathname.startsWith('/v1/')
      ? mounted.fetch(request, { address })
      : backend.fetch(request, { address, signal: request.signal });
  };
  server.on(
    'request',
    getRequestListener((request, env) => fetch(request, env as HttpBindings), {
      overrideGlobalObjects: false,
    }),
  );
  return {
    origin,
    backend,
    async close() {
      await closeServer(server);
      await mounted?.idle();
      await mounted?.close?.();
      await backend.close();
    },
  };
}
