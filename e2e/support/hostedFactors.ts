/**
 * The MFA of hosted Supabase, as a proxy in front of the server under test, which has none: responds to `/factors` like
 * GoTrue, adds the factors of one user, and enables MFA in the composition. Passes on other requests.
 * Source: responses of GoTrue (`docs/hosted-supabase.md`).
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { origin, signed } from './server';

/** The only valid code. */
export const CODE = '314159';

interface Factor {
  id: string;
  factor_type: 'totp';
  friendly_name: string;
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
}

interface FactorResponse {
  status: number;
  body: unknown;
}

export interface HostedFactors {
  server: Server;
  /** Methods and paths below `/factors`, in order. */
  asked: string[];
}

/** In the colors and the size of GoTrue's QR code; not readable. */
const qrCode = (): string => {
  const cells = Array.from({ length: 33 * 33 }, (_, at) => [at % 33, Math.floor(at / 33)] as const)
    .filter(([x, y]) => (x * 7 + y * 13 + x * y) % 3 === 0)
    .map(
      ([x, y]) => `<rect x="${String(x * 3)}" y="${String(y * 3)}" width="3" height="3" style="fill:black"/>`,
    );
  return `<?xml version="1.0"?>\n<svg width="99" height="99" xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" style="fill:white"/>${cells.join('')}</svg>`;
};

const failure = (status: number, code: string, message: string): FactorResponse => ({
  status,
  body: { code, message },
});

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

export async function startHostedFactors(port: number): Promise<HostedFactors> {
  const asked: string[] = [];
  const factors: Factor[] = [];
  /** The newest response of the auth service. */
  let session: Record<string, unknown> = {};

  const withFactors = (user: unknown) => ({ ...(user as object), factors });

  const responseTo = (
    method: string,
    path: string,
    token: string,
    body: Record<string, unknown>,
  ): FactorResponse => {
    const [, , , , id, what] = path.split('/');
    const factor = factors.find((each) => each.id === id);
    const now = new Date().toISOString();
    if (method === 'POST' && id === undefined) {
      const added: Factor = {
        id: crypto.randomUUID(),
        factor_type: 'totp',
        friendly_name: String(body.friendly_name),
        status: 'unverified',
        created_at: now,
        updated_at: now,
      };
      factors.push(added);
      const secret = 'OMO4XHT2SZKZ6K5PV2RKUZ4HYV6N2Q5T';
      const totp = {
        qr_code: qrCode(),
        secret,
        uri: `otpauth://totp/Slipway?secret=${secret}&issuer=Slipway`,
      };
      return { status: 200, body: { id: added.id, type: 'totp', friendly_name: added.friendly_name, totp } };
    }
    if (!factor) return failure(404, 'mfa_factor_not_found', 'Factor not found');
    if (what === 'challenge')
      return {
        status: 200,
        body: { id: crypto.randomUUID(), type: 'totp', expires_at: Math.floor(Date.now() / 1000) + 300 },
      };
    if (what === 'verify') {
      if (body.code !== CODE) return failure(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
      factor.status = 'verified';
      factor.updated_at = now;
      const access_token = signed({ ...claimsOf(token), aal: 'aal2' });
      return { status: 200, body: { ...session, access_token, user: withFactors(session.user) } };
    }
    if (factor.status === 'verified' && claimsOf(token).aal !== 'aal2')
      return failure(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    factors.splice(factors.indexOf(factor), 1);
    return { status: 200, body: { id: factor.id } };
  };

  const passOn = async (message: IncomingMessage, path: string): Promise<Response> => {
    const headers = new Headers();
    for (const name of [
      'accept',
      'apikey',
      'authorization',
      'content-type',
      'content-profile',
      'prefer',
      'range',
    ])
      if (message.headers[name]) headers.set(name, String(message.headers[name]));
    const body = message.method === 'GET' || message.method === 'HEAD' ? null : await text(message);
    const answer = await fetch(origin + path, {
      method: message.method ?? 'GET',
      headers,
      body,
      redirect: 'manual',
    });
    const { pathname } = new URL(answer.url);
    if (answer.ok && pathname === '/auth/v1/token') {
      session = (await answer.json()) as typeof session;
      return Response.json({ ...session, user: withFactors(session.user) });
    }
    if (answer.ok && pathname === '/auth/v1/user') return Response.json(withFactors(await answer.json()));
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    const html = (await answer.text()).replace('"mfa":false', '"mfa":true');
    return new Response(html, { status: answer.status, headers: answer.headers });
  };

  const answerTo = async (message: IncomingMessage): Promise<Response> => {
    const path = message.url ?? '/';
    const method = message.method ?? 'GET';
    if (!path.startsWith('/auth/v1/factors')) return passOn(message, path);
    asked.push(`${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`);
    const token = message.headers.authorization?.replace('Bearer ', '') ?? '';
    const body = JSON.parse((await text(message)) || '{}') as Record<string, unknown>;
    const answer = responseTo(method, path, token, body);
    return Response.json(answer.body, {
      status: answer.status,
      headers: { 'x-supabase-api-version': '2024-01-01' },
    });
  };

  const server = createServer((message, response) => {
    answerTo(message)
      .then(async (answer) => {
        const dropped = ['content-encoding', 'content-length', 'transfer-encoding', 'connection'];
        const headers = [...answer.headers].filter(([name]) => !dropped.includes(name));
        response.writeHead(answer.status, Object.fromEntries(headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, asked };
}
