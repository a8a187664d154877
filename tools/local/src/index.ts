/** The local server, for `npm start` and for measurements. */
export { type Server, type ServerOptions, startServer } from './server';
