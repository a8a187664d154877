/**
 * An HTTP server that closes connections of clients that send a request too slowly, or do not read the response, and all
 * connections after their response when it closes.
 */
import { createServer, type RequestListener, type Server } from 'node:http';

/** The time limits of a server, in milliseconds. */
export interface ServerLimits {
  /** Until the complete request, with its body, has arrived. */
  requestTimeout: number;
  headersTimeout: number;
  /** Without a byte in either direction, also before a response. Twice as long while its client does not read it. */
  idleTimeout: number;
  /** Between two checks of the open connections. */
  connectionsCheckingInterval: number;
}

/**
 * A body of 1 MB takes 30 seconds at 270 kbit/s. Node's default of 300 seconds lets few clients hold many connections.
 * Nothing is silent for longer than a model, which has 120 seconds by default; Node's default is no limit.
 */
const defaults: ServerLimits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  idleTimeout: 150_000,
  connectionsCheckingInterval: 5_000,
};

/** The server responds with 408 to a request that does not arrive in time. It does not listen yet. */
export function createHttpServer(listener: RequestListener, limits: Partial<ServerLimits> = {}): Server {
  const { idleTimeout, ...timeouts } = { ...defaults, ...limits };
  const server = createServer(timeouts, listener);
  server.timeout = idleTimeout;
  // When a server closes, Node ends idle connections only. Others would stay, and a proxy's next requests on them never end.
  server.prependListener('request', ({ socket }, response) => {
    if (!server.listening) response.setHeader('connection', 'close');
    response.once('finish', () => {
      if (!server.listening) socket.destroySoon();
    });
  });
  return server;
}
