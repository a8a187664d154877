/** The bare route of the benchmark, as a process: the model's reply without key, quota or record. Prints its origin. */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { sampleModel } from '@slipway/gateway';
import { listen, LOCALHOST } from '@slipway/server';

const instructions = { name: 'Helper', prompt: 'You help.', temperature: 0.7, maxTokens: 1000 };

const app = new Hono().post('/v1/agents/:slug', async (context) => {
  const { message } = await context.req.json<{ message: string }>();
  let content = '';
  const { signal } = context.req.raw;
  for await (const part of sampleModel.complete(instructions, [{ role: 'user', content: message }], signal))
    if ('text' in part) content += part.text;
  return context.json({ message: { role: 'assistant', content } });
});
const server = createServer(getRequestListener(app.fetch));
const port = await listen(server, { port: 0, host: LOCALHOST, remedy: 'Stop another server' });
console.log(`http://${LOCALHOST}:${String(port)}`);
