/**
 * The mailbox, whose links open every account: it answers only with the token, also behind a proxy on this machine.
 * nginx runs with its default settings: it sends `Host: 127.0.0.1:<port>` and no forwarding header.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backend, startBackend } from '@slipway/backend';
import { clientOf, files, newPlace, PASSWORD } from '@slipway/backend/testing';
import { type Server, startServer } from '../server';
import { nginx, startProxy } from '../testing/nginx';
import { rawRequest } from '../testing/rawRequest';
import { newMailToken } from './mailAccess';

const token = newMailToken();
const headers = () => ({ 'x-content-type-options': 'nosniff' });
const app = () => Promise.resolve(new Response('no such page', { status: 404 }));
const emailRedirectTo = () => `${server.origin}/dashboard`;
let place: Awaited<ReturnType<typeof newPlace>>;
let server: Server;
let backend: Backend;
let cookie: string;

beforeAll(async () => {
  server = await startServer({ port: 0, headers, app, mailToken: token });
  place = await newPlace('PostgreSQL');
  const starting = startBackend({ ...place, origin: server.origin, log: () => undefined, ...files });
  server.attach(starting);
  backend = await starting;
  server.ready();
  const { error } = await clientOf(server.origin, backend.publishableKey).auth.signUp({
    ...{ email: 'new@example.com', password: PASSWORD },
    options: { emailRedirectTo: emailRedirectTo() },
  });
  if (error) throw error;
  const exchange = await rawRequest(server.origin, `/_mail?token=${token}`);
  cookie = exchange.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
});
afterAll(async () => {
  await server.close();
  rmSync(place.home, { recursive: true, force: true });
});

/** `PORT` becomes the server's, which is known later. */
const cookieOf = (value: string) => `slipway-mail-PORT=${value}`;
const withPort = ({ cookie: named = '' }: { cookie?: string }) => ({
  cookie: named.replace('PORT', new URL(server.origin).port),
});

const paths = ['/_mail', '/_mail/list.json', '/_mail/styles.css'];

test('the token’s link sets a cookie that scripts and other sites cannot use, and leaves the address', async () => {
  const { status, headers: sent } = await rawRequest(server.origin, `/_mail?token=${token}`);
  expect([status, sent.location]).toEqual([303, '/_mail']);
  const [name, ...attributes] = (sent['set-cookie']?.[0] ?? '').split('; ');
  expect(name).toBe(`slipway-mail-${new URL(server.origin).port}=${token}`);
  expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/_mail', 'SameSite=Strict']);
  expect(sent['cache-control']).toBe('no-store');
});

test('shows mails as a list and as a page, with a link that confirms the account', async () => {
  const list = await rawRequest(server.origin, '/_mail/list.json', { cookie });
  const [mail] = JSON.parse(list.body) as {
    to: string;
    subject: string;
    text: string;
    html: string;
    at: string;
  }[];
  expect(Object.keys(mail ?? {}).sort()).toEqual(['at', 'html', 'subject', 'text', 'to']);
  expect(mail?.to).toBe('new@example.com');
  expect(mail?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(mail?.html).toContain(encodeURIComponent(emailRedirectTo()));

  const page = await rawRequest(server.origin, '/_mail', { cookie });
  expect(page.body).toContain(`<a href="${link.replaceAll('&', '&#38;')}"`);
  expect(page.body).not.toMatch(/<script|<style|style=|\son\w+=/);
  expect(page.body).toContain('href="/_mail/styles.css"');
  expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  const styles = await rawRequest(server.origin, '/_mail/styles.css', { cookie });
  expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');

  const confirmed = await fetch(link, { redirect: 'manual' });
  expect(confirmed.status).toBe(303);
  expect(confirmed.headers.get('location')).toMatch(new RegExp(`^${emailRedirectTo()}#`));
});

describe('without the token', () => {
  test.each([
    ['no token', {}],
    ['a wrong token', { cookie: `slipway-mail-0=${token}` }],
    ['a token of the same length', { cookie: cookieOf('x'.repeat(43)) }],
    ['an empty token', { cookie: cookieOf('') }],
  ])('%s gets the response of an unknown path (H5)', async (_what, extra) => {
    for (const path of paths) {
      const { status, body } = await rawRequest(server.origin, path, withPort(extra));
      expect([path, status, body]).toEqual([path, 404, 'no such page']);
    }
    expect((await rawRequest(server.origin, '/_mail?token=wrong', {})).status).toBe(404);
  });

  test('another method gets it too', async () => {
    expect((await rawRequest(server.origin, '/_mail', { cookie }, 'POST')).status).toBe(404);
  });
});

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-proto', 'https'],
  ['forwarded', 'for=203.0.113.9'],
  ['via', '1.1 proxy'],
  ['cf-connecting-ip', '203.0.113.9'],
  ['true-client-ip', '203.0.113.9'],
])('with the token, a request that a proxy marked with %s is rejected (H5)', async (name, value) => {
  expect((await rawRequest(server.origin, '/_mail', { cookie, [name]: value })).status).toBe(404);
});

test('a server without a token has no mailbox', async () => {
  const other = await startServer({ port: 0, headers, app });
  other.ready();
  expect((await rawRequest(other.origin, '/_mail?token=', {})).status).toBe(404);
  expect((await rawRequest(other.origin, '/_mail?token=undefined', {})).status).toBe(404);
  await other.close();
});

// Needs nginx: skipped on machines without it.
describe.skipIf(!nginx)('behind nginx with its default settings', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    proxy = await startProxy(server.origin);
  });
  afterAll(() => proxy.close());

  test.each<Record<string, string>>([
    {},
    { host: 'shop.example' },
    { host: 'localhost' },
    { 'x-forwarded-host': 'localhost', 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1;host=localhost' },
  ])('no visitor reads the mails, with the headers %j (H5)', async (extra) => {
    expect((await rawRequest(proxy.origin, '/healthz', extra)).status).toBe(200);
    for (const path of [...paths, '/_mail.json', '/_mail?token=', '//_mail', '/_mail/', '/%5Fmail']) {
      const { status, body } = await rawRequest(proxy.origin, path, extra);
      expect([path, status, body]).toEqual([path, 404, 'no such page']);
    }
  });
});
