/** A test server with a separate database and real HTTP, and users who sign up and confirm their address. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import WebSocket from 'ws';
import type { Backend } from '../backend';
import { addUnchangedCopy } from './copiedSchema';
import { createDatabase, PREPARED_DATABASE } from './createDatabase';
import './provided';
import { type Mount, startTestServer } from './testServer';

/** For code that differs by engine. */
export const bothEngines = ['PGlite', 'PostgreSQL'] as const;
export type Engine = (typeof bothEngines)[number];

/** For other code: PostgreSQL, which starts in a tenth of PGlite's time. The end-to-end tests run on PGlite. */
export const engines: readonly Engine[] =
  process.env['TEST_TIER'] === 'nightly' ? bothEngines : ['PostgreSQL'];

type Client = SupabaseClient;

export interface TestUser {
  id: string;
  client: Client;
}

export interface NewTestUser extends TestUser {
  email: string;
}

export interface Served {
  origin: string;
  backend: Backend;
  /** The home folder, with the keys. */
  home: string;
  /** A client that is not signed in. */
  visitor: Client;
  /** A client with the secret key, which bypasses row-level security. */
  service: Client;
  /** A new user, confirmed and signed in. */
  user(fullName?: string): Promise<NewTestUser>;
  /** The same on the Pro plan, which allows more than one agent. */
  creator(fullName?: string): Promise<NewTestUser>;
  close(): Promise<void>;
}

export const PASSWORD = 'Correct-horse-1';

/** High limits: `accountLimits.test.ts`, `readLimits.test.ts` and `timeoutLimits.test.ts` test the real ones. */
const rates = {
  signIn: { burst: 1000, period: 1 },
  verify: { burst: 1000, period: 1 },
  refresh: { burst: 1000, period: 1 },
  password: { burst: 1000, period: 1 },
  account: { burst: 1000, period: 1, interval: 1 },
  mail: { burst: 1000, period: 1 },
  read: { burst: 100_000, period: 1 },
  addressRead: { burst: 100_000, period: 1 },
  timeout: { burst: 100_000, period: 1 },
};

/** A new folder with a copy of the prepared home, of its keys only, or empty. Removed after all tests of the project. */
export function newHome({ prepared = true }: { prepared?: boolean | 'keys' } = {}): string {
  const home = mkdtempSync(join(inject('testsFolder'), 'home-'));
  const source = inject('preparedHome');
  if (prepared === 'keys') cpSync(join(source, 'keys.json'), join(home, 'keys.json'));
  else if (prepared) cpSync(source, home, { recursive: true });
  return home;
}

/** The URL of a new, empty database. */
export const newDatabase = (): Promise<string> => createDatabase(inject('postgresServer'));

/** The URL of a new, migrated and seeded database, for a home with the prepared keys. */
const newMigratedDatabase = (): Promise<string> =>
  createDatabase(inject('postgresServer'), { template: PREPARED_DATABASE });

/** Where a backend starts. */
interface Place {
  home: string;
  databaseUrl?: string;
}

/** A copy of the prepared database of an engine. */
export async function newPlace(engine: Engine): Promise<Place> {
  return engine === 'PGlite'
    ? { home: newHome() }
    : { home: newHome({ prepared: 'keys' }), databaseUrl: await newMigratedDatabase() };
}

export function clientOf(origin: string, key: string, headers: Record<string, string> = {}): Client {
  return createClient(origin, key, {
    global: { headers },
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket, which the client requires.
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
}

/** An existing home or PostgreSQL database; new ones by default. */
export interface At {
  home?: string;
  databaseUrl?: string;
}

async function existingPlace(engine: Engine, { home, databaseUrl }: At): Promise<Place> {
  return engine === 'PGlite'
    ? { home: home ?? newHome() }
    : { home: home ?? newHome({ prepared: false }), databaseUrl: databaseUrl ?? (await newDatabase()) };
}

export async function serve(engine: Engine, at: At = {}, mount?: Mount): Promise<Served> {
  const isNew = (at.home ?? at.databaseUrl) === undefined;
  const { home, databaseUrl } = isNew ? await newPlace(engine) : await existingPlace(engine, at);
  if (isNew && databaseUrl) addUnchangedCopy(databaseUrl);
  const { origin, backend, close } = await startTestServer({ home, databaseUrl, rates, mount });

  let users = 0;
  const service = clientOf(origin, backend.secretKey);
  const served: Served = {
    origin,
    backend,
    home,
    visitor: clientOf(origin, backend.publishableKey),
    service,
    async creator(fullName) {
      const creator = await served.user(fullName);
      const { error } = await service.rpc('set_plan', { email: creator.email, plan_name: 'Pro' });
      if (error) throw new Error(`${creator.email} got no plan: ${error.message}`);
      return creator;
    },
    async user(fullName) {
      users += 1;
      const client = clientOf(origin, backend.publishableKey);
      const email = `user-${String(users)}@example.com`;
      const data = fullName ? { full_name: fullName } : {};
      const signUp = await client.auth.signUp({ email, password: PASSWORD, options: { data } });
      if (signUp.error) throw new Error(`${email} could not sign up: ${signUp.error.message}`);
      const code =
        /\b\d{6}\b/.exec(backend.mailbox.list().find((mail) => mail.to === email)?.text ?? '')?.[0] ?? '';
      const { data: session, error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
      if (error || !session.user)
        throw new Error(`${email} could not confirm: ${error?.message ?? 'no user'}`);
      return { id: session.user.id, email, client };
    },
    async close() {
      await close();
      if (at.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
  return served;
}
