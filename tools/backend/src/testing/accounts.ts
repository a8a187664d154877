/** For tests of the auth service: a backend without HTTP, requests from any address, mails, and accounts. */
import { rmSync } from 'node:fs';
import { type Backend, type BackendOptions, startBackend } from '../backend';
import { addUnchangedCopy } from './copiedSchema';
import { files } from './files';
import { type Engine, newPlace, PASSWORD } from './serve';

export const ORIGIN = 'http://127.0.0.1:4999';

export interface AccountResponse {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error_code?: string };
}

export interface Session {
  access_token: string;
  refresh_token: string;
  user: Record<string, unknown> & { id: string };
}

interface From {
  address?: string;
  token?: string;
  method?: string;
}

export interface Accounts {
  backend: Backend;
  home: string;
  /** A request to the auth service. */
  ask(path: string, body?: unknown, from?: From): Promise<AccountResponse>;
  /** The newest mail to an address. */
  mailTo(to: string): { code: string; link: string; text: string } | undefined;
  mailsTo(to: string): number;
  /** Follows a mailed link; returns the parameters that it redirects with. */
  follow(link: string): Promise<URLSearchParams>;
  /** A new, confirmed account, signed in. */
  account(email: string, password?: string): Promise<Session>;
  signIn(email: string, password?: string, address?: string): Promise<AccountResponse>;
  refresh(token: string): Promise<AccountResponse>;
  /** SQL as the server's own role. */
  rows<T extends Record<string, unknown>>(sql: string): Promise<T[]>;
  close(): Promise<void>;
}

const generous = { burst: 100_000, period: 1 };

export async function startAccounts(
  engine: Engine,
  options: Partial<BackendOptions> = {},
  place?: Awaited<ReturnType<typeof newPlace>>,
): Promise<Accounts> {
  const { home, databaseUrl } = place ?? (await newPlace(engine));
  if (databaseUrl) addUnchangedCopy(databaseUrl);
  const backend = await startBackend({
    home,
    databaseUrl,
    origin: ORIGIN,
    responseTime: 0,
    rates: { signIn: generous, verify: generous, refresh: generous, mail: generous },
    log: () => undefined,
    ...files,
    ...options,
  });

  const ask: Accounts['ask'] = async (path, body, { address = '203.0.113.1', token, method } = {}) => {
    const response = await backend.fetch(
      new Request(`${ORIGIN}/auth/v1/${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          apikey: backend.publishableKey,
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
      { address },
    );
    const text = await response.text();
    const parsed = (text.startsWith('{') ? JSON.parse(text) : {}) as AccountResponse['body'];
    return { status: response.status, headers: response.headers, body: parsed };
  };
  const mails = (to: string) => backend.mailbox.list().filter((mail) => mail.to === to);
  const mailTo: Accounts['mailTo'] = (to) => {
    const text = mails(to)[0]?.text;
    if (text === undefined) return undefined;
    return {
      text,
      code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
      link: /https?:\S+verify\S+/.exec(text)?.[0] ?? '',
    };
  };
  return {
    backend,
    home,
    ask,
    mailTo,
    mailsTo: (to) => mails(to).length,
    async follow(link) {
      const response = await backend.fetch(new Request(link), { address: '203.0.113.1' });
      return new URLSearchParams(new URL(response.headers.get('location') ?? ORIGIN).hash.slice(1));
    },
    async account(email, password = PASSWORD) {
      await ask('signup', { email, password });
      const confirmed = await ask('verify', { email, token: mailTo(email)?.code, type: 'signup' });
      if (confirmed.status !== 200) throw new Error(`${email}: ${JSON.stringify(confirmed.body)}`);
      return confirmed.body as unknown as Session;
    },
    signIn: (email, password = PASSWORD, address) =>
      ask('token?grant_type=password', { email, password }, address ? { address } : {}),
    refresh: (token) => ask('token?grant_type=refresh_token', { refresh_token: token }),
    rows: (sql) => backend.database.rows(sql),
    async close() {
      await backend.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
