/** The backend as one object: Supabase's REST and auth APIs over a database that is migrated, seeded and locked. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { AppError } from '@slipway/contracts';
import { App } from '@supabase/lite';
import { authSettings, type GitHubApp, namesOf } from './settings/authSettings';
import { startAutovacuum } from './database/autovacuum';
import { openDataFolder } from './database/dataFolder';
import type { Database } from './database/database';
import { demo } from './settings/demo';
import { lockFolder } from './database/folderLock';
import { keysOf } from './settings/keys';
import { knownPaths } from './lite/knownPaths';
import { knowSchema } from './lite/fixes/knownSchema';
import { muteLibrary } from './lite/fixes/libraryOutput';
import { limited, type Peer } from './limits/limits';
import { createMailbox, type Mailbox } from './mail/mailbox';
import { migrate, type MigrationResult } from './database/migrations';
import { openPostgres } from './database/postgres';
import { type Rate, type RateName } from './limits/rateLimit';
import { answering, type CurrentRequest } from './lite/request';
import { asRepeatedSignUp } from './lite/fixes/repeatedSignUp';
import { giveRequestSettings } from './lite/fixes/requestSettings';
import { ensureRowSecurity } from './lite/fixes/rowSecurity';
import { asSingleObject } from './lite/fixes/singleObject';
import { withDatabaseStatus } from './lite/fixes/databaseAnswer';

export interface BackendOptions {
  /** Where keys and embedded data are, such as `.slipway`; made when it is not there. */
  home: string;
  /** A PostgreSQL 15 or later, in place of the embedded database. */
  databaseUrl?: string | undefined;
  /** Where the app is served, such as `http://127.0.0.1:4200`: links in mails lead there. */
  origin: string;
  /** Encrypts the keys of deployments, in place of the one this folder's `keys.json` has. */
  slipwayKey?: string | undefined;
  /** Sign-in with GitHub; off when it is not given. */
  github?: GitHubApp | undefined;
  migrationsDir: string;
  /** Applied once, with a database's first migrations. */
  seedFile?: string | undefined;
  /** One line about something that happened. */
  log: (line: string) => void;
  /** For tests; the default is GoTrue's. */
  rates?: Partial<Record<RateName, Rate>>;
}

export interface Backend {
  /** Answers `/rest/v1/*` and `/auth/v1/*`. */
  fetch(request: Request, peer: Peer): Promise<Response>;
  mailbox: Mailbox;
  publishableKey: string;
  /** Opens everything; for tools on this machine, never for a page. */
  secretKey: string;
  /** The demo person, where the database has one. */
  demo: { email: string; password: string } | undefined;
  database: Database;
  /** What this start changed. */
  migrated: MigrationResult;
  close(): Promise<void>;
}

/** @throws `AppError`, in one line that says what and what to do; nothing is then left open or half-written */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  process.env['LITE_TELEMETRY'] = '0';
  const { home, databaseUrl, log } = options;
  makeHome(home);
  const undo: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };

  try {
    // With a server of its own, the database sees to who may open it.
    if (!databaseUrl) undo.push(await lockFolder(home));
    const keys = await keysOf(home);
    const slipwayKey = options.slipwayKey ?? keys.slipwayKey;
    let migrated: MigrationResult = { applied: [], seeded: false };
    const prepare = async (database: Database) => {
      const { migrationsDir, seedFile, origin } = options;
      migrated = await migrate(database, { migrationsDir, seedFile, slipwayKey, origin });
    };
    const database = databaseUrl
      ? await openServer(databaseUrl, prepare)
      : await openDataFolder(home, prepare);
    undo.push(() => database.close());
    if (!databaseUrl) undo.push(startAutovacuum(database.connection.kysely, log));
    await ensureRowSecurity(database);
    await knowSchema(database);
    giveRequestSettings(database, slipwayKey);

    const mailbox = createMailbox();
    const app = new App({
      connection: database.connection,
      auth: authSettings(keys, options.origin, options.github),
      api: { schemas: ['public'], max_rows: 1000 },
      db: { migrations: { enabled: false } },
      storage: { enabled: false },
      studio: { enabled: false },
      options: { drivers: { email: mailbox }, server: { admin: false, disableStudio: true } },
    });
    muteLibrary();

    const { isKnown, isRead } = await knownPaths(database);
    const answer = async (request: Request, peer: Peer) => {
      const { pathname } = new URL(request.url);
      const current: CurrentRequest = {
        address: peer.address,
        userAgent: request.headers.get('user-agent') ?? undefined,
        method: request.method,
        path: pathname.replace(/^\/rest\/v1/, ''),
        gone: isRead(request.method, pathname) ? peer.gone : undefined,
        redirectTo: ownRedirect(request, options.origin),
      };
      const response = await answering(current, async () => {
        const copy = request.clone();
        const first = await app.fetch(request, { peerAddress: peer.address });
        return asRepeatedSignUp(copy, first, { database, mailbox, origin: options.origin });
      });
      const better = await asSingleObject(request, withDatabaseStatus(response, current.databaseError));
      if (better.status >= 500 && !current.gone?.aborted)
        log(`${request.method} ${pathname} answered ${better.status}`);
      return better;
    };
    const [person] = await database.rows('select 1 from auth.users where email = $1', [demo.email]);
    return {
      fetch: limited(answer, { rates: options.rates ?? {}, isKnown }),
      mailbox,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      demo: person && demo,
      database,
      migrated,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where a request wants its mail's link to lead; undefined for another origin. */
function ownRedirect(request: Request, origin: string): string | undefined {
  const wanted = new URL(request.url).searchParams.get('redirect_to');
  return wanted && URL.canParse(wanted) && namesOf(origin).includes(new URL(wanted).origin)
    ? wanted
    : undefined;
}

/** Makes the folder, for its owner alone. @throws `unavailable` */
function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.W_OK);
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `${home} cannot be written to. Correct it, or choose another in SLIPWAY_HOME`,
      {
        cause,
      },
    );
  }
}

async function openServer(url: string, prepare: (database: Database) => Promise<void>): Promise<Database> {
  const database = await openPostgres(url);
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
