/**
 * The backend: Supabase's REST and auth APIs over a database that is migrated, seeded and locked. One file, because the
 * steps of a start depend on each other.
 */
import { type ClientInfo, functionRequest } from '@slipway/server';
import { sendNotices, type SmtpSettings } from '@slipway/server/mail';
import { startAutovacuum } from './database/autovacuum';
import { freeBytes, RESERVE_BYTES } from './database/embedded/diskSpace';
import { openDataFolder } from './database/dataFolder';
import type { Database } from './database/database';
import { directQuery, type DirectQuery } from './database/directQuery';
import { lockFolder } from './database/folderLock';
import { migrate, type MigrationResult } from './database/migrations';
import { openPrepared } from './database/postgres';
import { missingTimeouts, readRoleTimeouts } from './database/roleTimeouts';
import { accountGuard } from './limits/accountGuard';
import { ANSWER_TIME, withAnswerTime } from './limits/answerTime';
import { defaultRates, type Rates } from './limits/authRates';
import { canWrite, diskGuard } from './limits/fullDisk';
import { withRequestLimits } from './limits/requestLimits';
import { announceEncryptionKey } from './keys/encryptionKey';
import { createApp } from './lite/app';
import { type CurrentRequest, currentRequest, runInRequest } from './lite/currentRequest';
import { fixDatabase, fixResponses } from './lite/fixes';
import { allowedRedirect } from './lite/fixes/mailRedirect';
import { knownPaths } from './lite/knownPaths';
import { createMailbox, type Mailbox } from './mail/mailbox';
import { noMailer, smtpMailer } from './mail/smtp';
import { observe } from './observeRequests';
import { createEventRecorder } from './securityEvents';
import { checkRequests } from './requests';
import { useCurrentKeys } from './requests/currentKeys';
import type { GitHubApp } from './settings/authSettings';
import { demo, hasDemo, lockDemo } from './settings/demo';
import { createHome, restrictHome } from './settings/home';
import { derivedKeys, startKeys } from './settings/previousKeys';

export interface BackendOptions {
  /** The folder of the keys and the embedded data, such as `.slipway`; created when missing. */
  home: string;
  /** A PostgreSQL 15 or later, instead of the embedded database. */
  databaseUrl?: string | undefined;
  /** The app's origin, such as `http://127.0.0.1:4200`, for links in mails. */
  origin: string;
  /** Encrypts the API keys of deployments, instead of the key in `keys.json`. */
  slipwayKey?: string | undefined;
  /** Decrypts what an earlier value of `slipwayKey` encrypted. */
  previousSlipwayKey?: string | undefined;
  /** Enables sign-in with GitHub. */
  github?: GitHubApp | undefined;
  migrationsDir: string;
  /** Runs once, with a database's first migrations. */
  seedFile?: string | undefined;
  /** Demo data with a public password, after the seed. Without it, an existing demo user is locked. */
  demoFile?: string | undefined;
  /** Sends mails; without it they stay in the mailbox. */
  smtp?: SmtpSettings | undefined;
  /** `false` without `smtp`: requests that need a mail fail, because no user could read the mailbox. */
  hasMailbox?: boolean;
  /** Receives one line per event. */
  log: (line: string) => void;
  /** Receives the type of each security event of a request; for metrics. */
  onSecurityEvent?: ((type: string) => void) | undefined;
  /** Overrides GoTrue's default rates. */
  rates?: Partial<Rates>;
  /** Milliseconds that responses about accounts take at least. */
  answerTime?: number;
}

export interface Backend {
  /** Handles `/rest/v1/*` and `/auth/v1/*`. */
  fetch(request: Request, client: ClientInfo): Promise<Response>;
  /** Sends the mails about money that are due. Returns how many were sent. */
  sendNotices(): Promise<number>;
  mailbox: Mailbox;
  publishableKey: string;
  /** Bypasses row-level security; never sent to a page. */
  secretKey: string;
  /** The demo user, where it can sign in. */
  demo: { email: string; password: string } | undefined;
  database: Database;
  /** For a gateway in this process: the URL of the PostgreSQL server, or statements on the embedded database. */
  direct: string | DirectQuery;
  /** Runs `listener` after each request that may have written, before its response. */
  onWrite(listener: () => void): void;
  /** The migrations of this start. */
  migrated: MigrationResult;
  close(): Promise<void>;
}

/** @throws `AppError` with the error and its remedy in one line; everything that was opened is closed again */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  process.env['LITE_TELEMETRY'] = '0';
  const { home, databaseUrl, origin, log } = options;
  createHome(home);
  const undo: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };

  try {
    // A PostgreSQL server handles concurrent access itself.
    if (!databaseUrl) undo.push(await lockFolder(home));
    const keys = await startKeys(home, options);
    let migrated: MigrationResult = { applied: [], seeded: false };
    const prepare = async (database: Database) => {
      const { migrationsDir, seedFile, demoFile } = options;
      migrated = await migrate(database, {
        ...{ migrationsDir, seedFile, demoFile, origin },
        slipwayKey: keys.slipwayKey,
        afterMigrations: (executor) => announceEncryptionKey(executor, keys, log),
      });
      if (!demoFile && (await database.transaction(lockDemo))) {
        log('The demo account of this database is locked: its password is public');
      }
    };
    const database = databaseUrl
      ? await openPrepared(databaseUrl, prepare)
      : await openDataFolder(home, prepare, log);
    undo.push(() => database.close());
    const [exposed] = restrictHome(home);
    if (exposed) log(`${exposed} may be readable by other users: it belongs to another user`);
    if (!databaseUrl) {
      const isFull = () => freeBytes(home) < RESERVE_BYTES;
      undo.push(startAutovacuum(database.connection.kysely, log, isFull));
    }
    const roleTimeouts = await readRoleTimeouts(database);
    const warning = missingTimeouts(roleTimeouts);
    if (warning) log(warning);
    await fixDatabase(database, keys, roleTimeouts);

    const mailbox = createMailbox();
    const mailer = options.smtp
      ? smtpMailer(options.smtp, log)
      : options.hasMailbox === false
        ? noMailer(log)
        : mailbox;
    const notify = (to: string, subject: string, text: string) => {
      mailer.send({ to, subject, text }).catch(() => undefined); // the driver logs it
    };
    const rates = { ...defaultRates, ...options.rates };
    const recorder = createEventRecorder(database, { log, onEvent: options.onSecurityEvent });
    undo.push(() => recorder.close());
    const record = (type: string, accountId: string) => {
      recorder.record({ type, accountId, address: currentRequest()?.address });
    };
    const app = createApp({
      ...{ database, origin, mailer, rates, notify, record },
      keys,
      github: options.github,
    });
    const respond = checkRequests(
      fixResponses(async (request) =>
        app.fetch(request, { peerAddress: currentRequest()?.address ?? 'unknown' }),
      ),
      { keys, database, origin },
    );
    const { isKnown, isRead } = await knownPaths(database);
    const guard = accountGuard({
      ...{ db: database.connection.kysely, notify },
      keys: derivedKeys(keys, 'addresses'),
    });
    const limits = { rates, isKnown, isRead, guard, secretKey: keys.secret, jwtSecret: keys.jwtSecret };
    const limited = withAnswerTime(
      withRequestLimits((request) => respond(request), limits),
      options.answerTime ?? ANSWER_TIME,
    );
    const rejectOnFullDisk = databaseUrl ? () => undefined : diskGuard(home, log);
    const writeListeners: (() => void)[] = [];
    const handle = async (request: Request, client: ClientInfo) => {
      await useCurrentKeys(request, keys);
      const { method } = request;
      const url = new URL(request.url);
      const { pathname } = url;
      const isWrite = canWrite(isRead, method, pathname);
      const rejection = isWrite ? rejectOnFullDisk() : undefined;
      if (rejection) return rejection;
      const current: CurrentRequest = {
        address: client.address,
        userAgent: request.headers.get('user-agent') ?? undefined,
        method,
        path: pathname.replace(/^\/rest\/v1/, ''),
        isRest: pathname.startsWith('/rest/'),
        signal: isRead(method, pathname) ? client.signal : undefined,
        redirectTo: allowedRedirect(request, origin),
      };
      const response = await runInRequest(current, () => limited(request, client));
      if (isWrite && !client.isInternal) for (const listener of writeListeners) listener();
      if (!client.isInternal) await observe(recorder, { method, url }, response, current);
      if (response.status >= 500 && !current.signal?.aborted) {
        log(`${method} ${pathname} returned ${response.status}`);
      }
      return response;
    };
    const call = async (name: string, values: object): Promise<unknown> => {
      const request = functionRequest(name, values, { url: origin, key: keys.secret });
      const response = await handle(request, { address: '127.0.0.1', isInternal: true });
      return response.ok && response.status !== 204 ? response.json() : undefined;
    };
    const isDemo = await hasDemo(database);
    return {
      fetch: handle,
      sendNotices: () => sendNotices({ call, send: (mail) => mailer.send(mail), origin }),
      mailbox,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      demo: isDemo ? demo : undefined,
      database,
      direct: databaseUrl ?? directQuery(database, rejectOnFullDisk),
      onWrite: (listener) => writeListeners.push(listener),
      migrated,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
