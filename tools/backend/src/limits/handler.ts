/** The function that handles a request, before and after limits are added. */
import type { ClientInfo } from '@slipway/server';

export type Handler = (request: Request, client: ClientInfo) => Promise<Response>;
