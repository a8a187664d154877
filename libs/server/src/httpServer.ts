/** An HTTP server that closes connections of clients that send a request too slowly. */
import { createServer, type RequestListener, type Server } from 'node:http';

/** Milliseconds. */
export interface ServerLimits {
  /** Until the complete request, with its body, has arrived. */
  requestTimeout: number;
  headersTimeout: number;
  /** Between two checks of the open connections. */
  connectionsCheckingInterval: number;
}

/** A body of 1 MB takes 30 seconds at 270 kbit/s. Node's default of 300 seconds lets few clients hold many connections. */
const defaults: ServerLimits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
};

/** The server responds with 408 after a limit. It does not listen yet. */
export const createHttpServer = (listener: RequestListener, limits: Partial<ServerLimits> = {}): Server =>
  createServer({ ...defaults, ...limits }, listener);
