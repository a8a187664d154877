/** A GitHub Enterprise Server with one user, who accepts at once; and the sign-in of that user. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Accounts, ORIGIN } from './accounts';

export interface FakeGitHub {
  url: string;
  close(): void;
}

/** `email` is the user's verified address. */
export async function startFakeGitHub(email: string): Promise<FakeGitHub> {
  const bodies: Readonly<Record<string, unknown>> = {
    '/login/oauth/access_token': { access_token: 'gho_test', token_type: 'bearer', scope: 'user:email' },
    '/api/v3/user': { id: 4242, login: 'octo', name: 'Octo Test' },
    '/api/v3/user/emails': [{ email, primary: true, verified: true }],
  };
  const server = createServer((request, response) => {
    const body = bodies[new URL(request.url ?? '/', 'http://localhost').pathname];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, close: () => server.close() };
}

/** Returns the id of the account, and its access token. */
export async function signInWithGitHub({ ask, backend }: Accounts): Promise<{ id: string; token: string }> {
  const send = (url: string, cookie = '') =>
    backend.fetch(new Request(url, { headers: { cookie } }), { address: '198.51.100.7' });
  const start = await send(
    `${ORIGIN}/auth/v1/authorize?provider=github&redirect_to=${encodeURIComponent(`${ORIGIN}/dashboard`)}`,
  );
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = (start.headers.get('set-cookie') ?? '').split(';')[0];
  const back = await send(`${ORIGIN}/auth/v1/callback?code=a-code&state=${state}`, cookie);
  const { hash } = new URL(back.headers.get('location') ?? '');
  const token = new URLSearchParams(hash.slice(1)).get('access_token') ?? '';
  return { id: String((await ask('user', undefined, { token })).body['id']), token };
}
