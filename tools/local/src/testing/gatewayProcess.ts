/** A process for the crash test: serves a folder's backend and gateway until it is killed, and prints its origin. */
import { startBackend } from '../backend/backend';
import { startServer } from '../server';
import { files } from './files';

const [home = ''] = process.argv.slice(2);
const server = await startServer({
  port: 0,
  headers: () => ({}),
  app: () => Promise.resolve(new Response('the app')),
});
const starting = startBackend({ home, origin: server.origin, log: () => undefined, ...files });
server.attach(starting);
await starting;
process.stdout.write(`${server.origin}\n`);
