/** Headers that the local server adds to responses, also to those whose headers cannot be changed. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { responseHeaders } from './responseHeaders';

const own = {
  'access-control-allow-origin': '*',
  'set-cookie': ['one=1', 'two=2'],
  'x-frame-options': 'SAMEORIGIN',
};
const upstream = createServer((_, response) => response.writeHead(201, own).end('body'));
let address = '';

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  address = `http://127.0.0.1:${String((upstream.address() as AddressInfo).port)}`;
});

afterAll(() => {
  upstream.close();
});

const app = new Hono();
app.use(responseHeaders(() => ({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })));
app.get('/own', (context) => {
  context.header('access-control-allow-origin', '*');
  return context.text('body');
});
app.get('/fetched', () => fetch(address));

test('adds what a response does not set, and removes CORS headers', async () => {
  const { headers } = await app.request('/own');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.has('access-control-allow-origin')).toBe(false);
});

test('a response whose headers cannot be changed keeps its status, its body, its cookies and what it sets', async () => {
  const response = await app.request('/fetched');
  expect(response.status).toBe(201);
  expect(await response.text()).toBe('body');
  expect(response.headers.getSetCookie()).toEqual(['one=1', 'two=2']);
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
});
