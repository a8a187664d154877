/**
 * The local server on the embedded database, as a process of the benchmark: `embedded.ts <home> <keys…>`. Prints
 * its origin, and answers the message `recorded` with the number of billed calls.
 */
import { startServer } from '@slipway/local';
import { backendAt, prepare, recordedCalls } from './database';

const [home = '', ...keys] = process.argv.slice(2);
const server = await startServer({
  ...{ port: 0, headers: () => ({}), app: () => Promise.resolve(new Response('')) },
});
const starting = backendAt({ home, origin: server.origin });
server.attach(starting);
const { database } = await starting;
await prepare(database, keys);
process.on('message', (message) => {
  if (message === 'recorded') void recordedCalls(database).then((calls) => process.send?.(calls));
});
console.log(server.origin);
