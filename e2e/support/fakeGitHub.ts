/** A fake GitHub with one user, who accepts or declines at once. */
import { createServer, type Server } from 'node:http';

interface Answers {
  /** The address in `/user/emails`. */
  email: string;
  /** The user's at GitHub. */
  id?: number;
  declines?: boolean;
}

export async function startFakeGitHub(port: number, answers: Answers): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${String(port)}`);
    const json = (value: unknown) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    };
    if (url.pathname === '/login/oauth/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      if (answers.declines) back.searchParams.set('error', 'access_denied');
      else back.searchParams.set('code', 'a-code');
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === '/login/oauth/access_token')
      json({ access_token: 'gho_test', token_type: 'bearer', scope: 'user:email' });
    else if (url.pathname === '/api/v3/user')
      json({ id: answers.id ?? 4242, login: 'octo', name: 'Octo Test' });
    else if (url.pathname === '/api/v3/user/emails')
      json([{ email: answers.email, primary: true, verified: true }]);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
