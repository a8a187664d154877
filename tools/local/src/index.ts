/** The local server and its backend, for `npm start` and for tests. */
export { type Backend, type BackendOptions, startBackend } from './backend/backend';
export type { Database, Session } from './backend/database';
export type { Mail, Mailbox } from './backend/mailbox';
export { type Rate, type RateName } from './backend/rateLimit';
export { type Server, type ServerOptions, startServer } from './server';
