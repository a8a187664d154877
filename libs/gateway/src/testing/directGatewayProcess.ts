/** The child process of the kill test: a gateway on a PostgreSQL until it is killed. Prints its origin. */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listen, LOCALHOST } from '@slipway/server';
import { pino } from 'pino';
import { openPostgres } from '../database/postgres';
import { createGateway } from '../gateway';
import { sampleModel } from '../models/sampleModel';
import { directStore } from '../store';

const [databaseUrl = '', backend = ''] = process.argv.slice(2);
const gateway = createGateway({
  store: directStore(openPostgres(databaseUrl), { url: backend, secretKey: 's', publishableKey: 'p' }),
  model: sampleModel,
  log: pino({ level: 'silent' }),
  publicUrl: 'https://agents.example',
});
const server = createServer(
  getRequestListener((request) => gateway.fetch(request, { address: LOCALHOST }), {
    overrideGlobalObjects: false,
  }),
);
const port = await listen(server, { port: 0, host: LOCALHOST, remedy: 'Stop another server' });
process.stdout.write(`http://${LOCALHOST}:${String(port)}\n`);
