/**
 * A scan for passwords and tokens that are where they do not belong. They belong in requests to the auth service, in
 * the `authorization` of requests to the backend, and in the auth library's own storage: nowhere else, and least of all
 * in the server's record.
 * Source: the context's own traffic, which says what is secret: what goes to the auth service, and what it answers.
 */
import type { BrowserContext, Request, Response } from '@playwright/test';
import { asOperator } from './server';

/** Words of the auth service's bodies, queries and fragments that name a secret. */
const names = ['password', 'access_token', 'refresh_token', 'provider_token', 'code_verifier'];

/** Shorter ones are part of other words. */
const SHORTEST = 8;

/** The auth library's own keys. */
const ofTheLibrary = /^sb-[\w-]*auth-token(?:-code-verifier)?$/;

const isAuthService = (url: string) => new URL(url).pathname.startsWith('/auth/v1/');

interface Place {
  where: string;
  text: string;
}

/** What the browsers of that time had recorded. `since` is ISO-8601 UTC. */
async function auditRows(since: string): Promise<Place[]> {
  const rows = await asOperator(`security_audit_log?select=*&created_at=gte.${since}`);
  return [{ where: 'an audit row', text: await rows.text() }];
}

export interface SecretScan {
  /** Where a secret was found, in words, without the secret. Empty is good. */
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
        .filter(({ name }) => !ofTheLibrary.test(name))
        .map(({ name, value }) => ({ where: `localStorage ${name}`, text: value })),
      // The rest of what is kept for an origin: its databases.
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
      if (secrets.size === 0) return [];
      const written = [...secrets].flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ]);
      const all = [...places, ...(await storage()), ...(await auditRows(since))];
      return [
        ...new Set(
          all.filter(({ text }) => written.some((secret) => text.includes(secret))).map(({ where }) => where),
        ),
      ];
    },
  };
}
