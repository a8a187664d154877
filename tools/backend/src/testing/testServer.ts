/** A backend on real HTTP, on a free port of this machine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Backend, type BackendOptions, startBackend } from '../backend';
import { files } from './files';

/** Makes what serves `/v1/*` on the backend's origin, such as the gateway. */
export type Mount = (
  backend: Backend,
  origin: string,
) => {
  fetch(request: Request, client: { address: string }): Promise<Response>;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
};

interface TestServer {
  origin: string;
  backend: Backend;
  close(): Promise<void>;
}

/** Milliseconds a request may still take once the server closes. */
const GRACE = 5_000;

export async function startTestServer({
  mount,
  ...options
}: Pick<BackendOptions, 'home' | 'databaseUrl' | 'rates'> & {
  mount?: Mount | undefined;
}): Promise<TestServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const backend = await startBackend({ ...options, ...files, origin, log: () => undefined });
  const mounted = mount?.(backend, origin);
  const fetch = (request: Request, { incoming }: HttpBindings) => {
    const address = incoming.socket.remoteAddress ?? 'unknown';
    return mounted && new URL(request.url).pathname.startsWith('/v1/')
      ? mounted.fetch(request, { address })
      : backend.fetch(request, { address, gone: request.signal });
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
      await new Promise<void>((resolve) => {
        const last = setTimeout(() => {
          server.closeAllConnections();
        }, GRACE);
        server.close(() => {
          clearTimeout(last);
          resolve();
        });
      });
      await mounted?.idle();
      await backend.close();
    },
  };
}
