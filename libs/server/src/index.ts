/** Shared by every HTTP server of the repository: listening, closing, client addresses and rate limits. */
export { addressOf, networkOf } from './clientAddress';
export type { ClientInfo } from './clientInfo';
export { closeServer } from './close';
export { createHttpServer } from './httpServer';
export { listen, LOCALHOST } from './listen';
export { createRateLimiter, type RateLimiter } from './rateLimiter';
