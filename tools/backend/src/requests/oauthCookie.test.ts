/** A sign-in with a provider ends only in the browser that began it. `e2e/specs/accounts/gitHub.spec.ts` completes one. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startBackend } from '../backend';
import { files } from '../testing/files';
import { newPlace } from '../testing/serve';
import { withOAuthCookie } from './oauthCookie';

const origin = 'http://127.0.0.1:4999';
let place: Awaited<ReturnType<typeof newPlace>>;
let backend: Backend;

beforeAll(async () => {
  place = await newPlace('PostgreSQL');
  backend = await startBackend({
    ...place,
    origin,
    log: () => undefined,
    // Port 9 is closed: no code is ever exchanged here.
    github: { clientId: 'id', secret: 'secret', url: 'http://127.0.0.1:9' },
    ...files,
  });
});
afterAll(async () => {
  await backend.close();
  rmSync(place.home, { recursive: true, force: true });
});

const send = (url: string, init?: RequestInit) =>
  backend.fetch(new Request(url, init), { address: '127.0.0.1' });

async function begin(from = origin) {
  const response = await send(`${from}/auth/v1/authorize?provider=github&redirect_to=${from}/dashboard`);
  const location = new URL(response.headers.get('location') ?? '');
  return { response, location, state: location.searchParams.get('state') ?? '' };
}
const back = (state: string, cookie?: string) =>
  send(`${origin}/auth/v1/callback?code=a-code&state=${state}`, cookie ? { headers: { cookie } } : {});

test('the state is in a cookie that scripts cannot read', async () => {
  const { response, state } = await begin();
  expect(state).not.toBe('');
  expect(response.headers.get('set-cookie')).toBe(
    `slipway-oauth-${state}=1; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`,
  );
});

test('over https the cookie belongs to this host only', async () => {
  const respond = withOAuthCookie(
    () =>
      Promise.resolve(
        new Response(null, { status: 302, headers: { location: 'https://github.com/?state=a-state' } }),
      ),
    'https://app.example',
  );
  const response = await respond(new Request('https://app.example/auth/v1/authorize?provider=github'));
  expect(response.headers.get('set-cookie')).toBe(
    '__Host-slipway-oauth-a-state=1; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
  );
  const callback = (cookie: string) =>
    respond(
      new Request('https://app.example/auth/v1/callback?code=x&state=a-state', { headers: { cookie } }),
    );
  expect((await callback('slipway-oauth-a-state=1')).headers.get('location')).toContain('bad_oauth_state');
  expect((await callback('__Host-slipway-oauth-a-state=1')).headers.get('location')).toContain('github.com');
});

test('a callback in another browser leads to the sign-in page with an error (H4)', async () => {
  const { state } = await begin();
  const other = await begin();
  for (const cookie of [undefined, `slipway-oauth-${other.state}=1`, `x-slipway-oauth-${state}=1`]) {
    const response = await back(state, cookie);
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location.startsWith(`${origin}/login?error=access_denied&error_code=bad_oauth_state`)).toBe(true);
    expect(location).not.toContain('token');
  }
  expect((await send(`${origin}/auth/v1/callback?code=a-code`)).headers.get('location')).toContain('/login?');
  expect((await send(`${origin}/auth/v1/callback`, { method: 'POST' })).status).toBe(405);
});

test('a callback in the same browser continues, and ends the cookie', async () => {
  const { state } = await begin();
  const response = await back(state, `theme=dark; slipway-oauth-${state}=1`);
  expect(response.headers.get('location')).not.toContain('bad_oauth_state');
  expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
});

test('a sign-in from another name of this machine begins on the name that the provider returns to', async () => {
  const elsewhere = await begin('http://localhost:4999');
  expect(elsewhere.location.origin).toBe(origin);
  expect(elsewhere.response.headers.get('set-cookie')).toBeNull();
  // Behind a proxy that hides the name, the next request looks the same: it is served.
  const next = await send(elsewhere.location.href.replace('127.0.0.1:4999', 'localhost:4999'));
  expect(new URL(next.headers.get('location') ?? '').hostname).toBe('127.0.0.1');
  expect(new URL(next.headers.get('location') ?? '').port).toBe('9');
  expect(next.headers.get('location')).not.toContain('canonical');
});
