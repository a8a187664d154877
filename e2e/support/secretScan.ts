/**
 * A scan for passwords and tokens in the wrong place. They may be in requests to the auth service, in the `authorization`
 * header of requests to the backend, and in the auth library's storage: nowhere else, and never in the audit log.
 * Source: the traffic and the storage of the context, which show the secrets: bodies to and from the auth service,
 * `authorization` headers, and the stored session.
 */
import type { BrowserContext, Request, Response } from '@playwright/test';
import { asOperator } from './server';

/** Names of secrets in bodies, queries and fragments of the auth service. */
const names = ['password', 'access_token', 'refresh_token', 'provider_token', 'code_verifier'];

/** Shorter values occur in other text. */
const SHORTEST = 8;

/** Storage keys of the auth library. */
const libraryKey = /^sb-[\w-]*auth-token(?:-code-verifier)?$/;

const isAuthService = (url: string) => new URL(url).pathname.startsWith('/auth/v1/');

interface Place {
  where: string;
  text: string;
}

/** The audit log since a time (ISO-8601 UTC). */
async function auditRows(since: string): Promise<Place[]> {
  const rows = await asOperator(`security_audit_log?select=*&created_at=gte.${since}`);
  return [{ where: 'an audit row', text: await rows.text() }];
}

export interface SecretScan {
  /** The places where a secret was found, without the secret. */
  leaks(): Promise<string[]>;
}

export function scanForSecrets(context: BrowserContext): SecretScan {
  const since = new Date().toISOString();
  const secrets = new Set<string>();
  const places: Place[] = [];
  const reading: Promise<void>[] = [];

  const learn = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      if (names.includes(name) && typeof each === 'string' && each.length >= SHORTEST) secrets.add(each);
      else learn(each);
    }
  };
  const learnFrom = (text: string | null | undefined) => {
    try {
      learn(JSON.parse(text ?? ''));
    } catch {
      learn(Object.fromEntries(new URLSearchParams(text ?? '')));
    }
  };

  const handleRequest = (request: Request) => {
    const [address = '', fragment] = request.url().split('#');
    const what = `${request.method()} ${new URL(address).pathname}`;
    learnFrom(fragment);
    const { authorization, apikey } = request.headers();
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    // A visitor's requests carry the publishable key, which is no secret.
    if (token && token !== apikey) secrets.add(token);
    places.push({ where: `address of ${what}`, text: address });
    places.push({ where: 'a referrer', text: request.headers().referer ?? '' });
    if (isAuthService(address)) learnFrom(request.postData());
    else places.push({ where: `body of ${what}`, text: request.postData() ?? '' });
  };
  const handleResponse = (response: Response) => {
    if (!isAuthService(response.url())) return;
    learnFrom(response.headers().location?.split('#')[1]);
    reading.push(response.text().then(learnFrom, () => undefined));
  };
  context.on('request', handleRequest);
  context.on('response', handleResponse);
  context.on('console', (message) =>
    places.push({ where: `console.${message.type()}`, text: message.text() }),
  );
  context.on('weberror', (error) =>
    places.push({ where: 'an uncaught error', text: String(error.error().stack) }),
  );

  const storage = async (): Promise<Place[]> => {
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    const local = origins.flatMap((origin) => origin.localStorage);
    for (const { value } of local.filter(({ name }) => libraryKey.test(name))) learnFrom(value);
    const pages = context.pages().map(async (page) => {
      const entries = await page.evaluate(() => Object.entries(sessionStorage)).catch(() => []);
      return [
        ...entries.map(([name, value]) => ({ where: `sessionStorage ${name}`, text: value })),
        { where: 'the address bar', text: page.url() },
        {
          where: 'history.state',
          text: await page.evaluate(() => JSON.stringify(history.state)).catch(() => ''),
        },
      ];
    });
    return [
      ...cookies.map(({ name, value }) => ({ where: `cookie ${name}`, text: value })),
      ...local
        .filter(({ name }) => !libraryKey.test(name))
        .map(({ name, value }) => ({ where: `localStorage ${name}`, text: value })),
      // The databases of an origin.
      ...origins.map((origin) => ({
        where: 'IndexedDB',
        text: JSON.stringify({ ...origin, localStorage: [] }),
      })),
      ...(await Promise.all(pages)).flat(),
    ];
  };

  return {
    leaks: async () => {
      await Promise.all(reading);
      const stored = await storage();
      if (secrets.size === 0) return [];
      const written = [...secrets].flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ]);
      const all = [...places, ...stored, ...(await auditRows(since))];
      return [
        ...new Set(
          all.filter(({ text }) => written.some((secret) => text.includes(secret))).map(({ where }) => where),
        ),
      ];
    },
  };
}
