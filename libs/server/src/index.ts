/**
 * Shared by every HTTP server of the repository: environment variables, listening, closing, client addresses, rate limits,
 * problem details, metrics, periodic work, and calls of the database's functions. `./mail` sends mails.
 */
export { addressOf, networkOf } from './clientAddress';
export type { ClientInfo } from './clientInfo';
export { closeServer } from './close';
export { closeAll, closeOnce, closeTogether } from './closeAll';
export { encodedBody } from './encodedBody';
export {
  readDatabaseUrl,
  readInteger,
  readList,
  readLogLevel,
  readSecret,
  required,
} from './environmentVariables';
export { functionRequest, type RestOptions } from './functionRequest';
export { createHttpServer } from './httpServer';
export { isSameSecret } from './isSameSecret';
export { limitedBody } from './limitedBody';
export { isLocalHost, listen, LOCALHOST } from './listen';
export {
  createMetrics,
  type DatabaseLoad,
  type Metrics,
  type MetricsServer,
  type ModelCall,
  readMetricsOptions,
  startMetricsServer,
} from './metrics';
export { problemOf, problemResponse } from './problem';
export { createRateLimiter, type RateLimiter } from './rateLimiter';
export { repeat } from './repeat';
export { trimmedPath } from './trimmedPath';
