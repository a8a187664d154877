/** A GitHub Enterprise Server with one user, who accepts at once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
