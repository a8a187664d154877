/** The egress guard: a webhook reaches public addresses only, whatever its name resolves to. Real servers and sockets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendWebhook, signatureOf } from './webhook';

const secret = 'a secret of the receiver, 32 long';

let server: Server;
let origin: string;
let received: { headers: IncomingMessage['headers']; body: string; path: string }[];
let respond: { status: number; location?: string };

beforeEach(async () => {
  [received, respond] = [[], { status: 200 }];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body, path: request.url ?? '' });
      response.writeHead(
        respond.status,
        respond.location === undefined ? {} : { location: respond.location },
      );
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
});

it('ends the connection of a response without end', async () => {
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  server.removeAllListeners('request');
  server.on('request', (_request, response: ServerResponse) => {
    response.once('close', closed);
    response.writeHead(200).write('and so on');
  });
  await sendWebhook({ url: `${origin}/x`, allow: ['127.0.0.1'] }, {});
  await isClosed;
});

const resolvesTo =
  (address: string, family = 4): LookupFunction =>
  (_host, { all }, callback) => {
    if (all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };

it.each([
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://2130706433/x',
  'https://0.0.0.0/x',
  'https://10.1.2.3/x',
  'https://172.16.0.1/x',
  'https://192.168.1.1/x',
  'https://100.64.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00:ec2::254]/latest/meta-data',
  'https://[fe80::1]/x',
])('rejects %s', async (url) => {
  await expect(sendWebhook({ url }, {})).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringMatching(/resolves to a private address/) as string,
  });
});

it.each([
  ['127.0.0.1', 4],
  ['169.254.169.254', 4],
  ['10.0.0.5', 4],
  ['::1', 6],
  ['::ffff:169.254.169.254', 6],
])('rejects a public name that resolves to %s, at the moment of the connection', async (address, family) => {
  const lookup = resolvesTo(address, family);
  await expect(sendWebhook({ url: 'https://hooks.example.com/x', lookup }, {})).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(received).toEqual([]);
});

it.each([
  'http://hooks.example.com/x',
  'ftp://hooks.example.com',
  'https://user:pass@hooks.example.com',
  'x',
])('rejects the address %s', async (url) => {
  await expect(sendWebhook({ url }, {})).rejects.toMatchObject({ code: 'invalid_input' });
});

it('follows no redirect', async () => {
  respond = { status: 302, location: `${origin}/stolen` };
  const sending = sendWebhook({ url: `${origin}/hook`, allow: ['127.0.0.1'] }, {});
  await expect(sending).rejects.toThrow(/responded with a redirect, which is not followed$/);
  expect(received.map(({ path }) => path)).toEqual(['/hook']);
});

it('sends to an allowed private address, signed so that the receiver can verify it', async () => {
  await sendWebhook({ url: `${origin}/hook`, secret, allow: ['127.0.0.1'] }, { text: 'ü' });
  const body = received[0]?.body ?? '';
  expect(JSON.parse(body)).toEqual({ text: 'ü' });
  const signature = String(received[0]?.headers['x-slipway-signature']);
  const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
  expect(signature).toBe(signatureOf(secret, body, seconds));
  expect(signatureOf('another secret of the receiver...', body, seconds)).not.toBe(signature);
});

it('never names the path of a webhook, which is its password', async () => {
  respond = { status: 500 };
  const sending = sendWebhook({ url: `${origin}/services/T0/token`, allow: ['127.0.0.1'] }, {});
  await expect(sending).rejects.toThrow(/^the webhook at 127\.0\.0\.1:\d+ responded with 500$/);
});
