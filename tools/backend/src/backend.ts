/** The backend: Supabase's REST and auth APIs over a database that is migrated, seeded and locked. */
import { type ClientInfo, closeOnce, functionRequest } from '@slipway/server';
import { sendNotices, type SmtpSettings } from '@slipway/server/mail';
import type { Database } from './database/database';
import { directQuery, type DirectQuery } from './database/directQuery';
import { lockFolder } from './database/folderLock';
import type { MigrationResult } from './database/migrations';
import { type DatabaseOptions, openMigrated } from './database/openMigrated';
import { createHandler } from './handleRequests';
import type { Rates } from './limits/authRates';
import { diskGuard } from './limits/fullDisk';
import type { Handler } from './limits/handler';
import { backgroundMailer } from './mail/backgroundMailer';
import { createMailbox, type Mailbox } from './mail/mailbox';
import { noMailer, smtpMailer } from './mail/smtp';
import { createEventRecorder } from './securityEvents';
import type { GitHubApp } from './settings/authSettings';
import { demo, hasDemo } from './settings/demo';
import { createHome } from './settings/home';
import type { Keys } from './settings/keys';
import { startKeys } from './settings/previousKeys';

export interface BackendOptions extends DatabaseOptions {
  /** Encrypts the API keys of deployments, instead of the key in `keys.json`. */
  slipwayKey?: string | undefined;
  /** Decrypts what an earlier value of `slipwayKey` encrypted. */
  previousSlipwayKey?: string | undefined;
  /** Enables sign-in with GitHub. */
  github?: GitHubApp | undefined;
  /** Sends mails; without it they stay in the mailbox. */
  smtp?: SmtpSettings | undefined;
  /** `false` without `smtp`: requests that need a mail fail, because no user could read the mailbox. */
  hasMailbox?: boolean;
  /** Receives the type of each security event of a request; for metrics. */
  onSecurityEvent?: ((type: string) => void) | undefined;
  /** Overrides GoTrue's default rates. */
  rates?: Partial<Rates>;
  /** Milliseconds that responses about accounts take at least. */
  responseTime?: number;
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
  /** The demo user, if it can sign in. */
  demo: { email: string; password: string } | undefined;
  database: Database;
  /** For a gateway in this process: the URL of the PostgreSQL server, or statements on the embedded database. */
  direct: string | DirectQuery;
  /** Runs `listener` after each request that may have written, before its response. */
  onWrite(listener: () => void): void;
  /** The migrations of this start. */
  migrated: MigrationResult;
  /** Closes everything, also after an error. Later calls wait for the first. @throws its errors, as one */
  close(): Promise<void>;
}

function mailerOf({ smtp, hasMailbox, log }: BackendOptions, mailbox: Mailbox) {
  if (smtp) return smtpMailer(smtp, log);
  return hasMailbox === false ? noMailer(log) : mailbox;
}

/** Calls the functions of the database through the backend's own API, with the secret key. */
const callFunctions =
  (handle: Handler, { secret: key }: Keys, url: string) =>
  async (name: string, values: object): Promise<unknown> => {
    const request = functionRequest(name, values, { url, key });
    const response = await handle(request, { address: '127.0.0.1', isInternal: true });
    return response.ok && response.status !== 204 ? response.json() : undefined;
  };

/** @throws `AppError` with the error and its remedy in one line; everything that was opened is closed again */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  process.env['LITE_TELEMETRY'] = '0';
  const { home, databaseUrl, origin, github, rates, responseTime, log } = options;
  createHome(home);
  const undo: (() => void | Promise<void>)[] = [];
  const close = closeOnce(() => undo.reverse());

  try {
    // A PostgreSQL server handles concurrent access itself.
    if (!databaseUrl) undo.push(await lockFolder(home));
    const keys = await startKeys(home, options);
    const { database, migrated } = await openMigrated(options, keys, undo);
    const mailbox = createMailbox();
    const hasMailer = Boolean(options.smtp) || options.hasMailbox !== false;
    const driver = mailerOf(options, mailbox);
    const mailer = backgroundMailer(driver);
    undo.push(() => mailer.idle());
    const recorder = createEventRecorder(database, { log, onEvent: options.onSecurityEvent });
    undo.push(() => recorder.close());
    const rejectOnFullDisk = databaseUrl ? () => undefined : diskGuard(home, log);
    const writeListeners: (() => void)[] = [];
    const handle = await createHandler({
      ...{
        database,
        keys,
        origin,
        mailer,
        hasMailer,
        github,
        rates,
        responseTime,
        recorder,
        rejectOnFullDisk,
        log,
      },
      onWrite: () => {
        for (const listener of writeListeners) listener();
      },
    });
    const isDemo = await hasDemo(database);
    const call = callFunctions(handle, keys, origin);
    return {
      fetch: handle,
      sendNotices: () => sendNotices({ call, send: (mail) => driver.send(mail), origin }),
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
    // Why it did not start matters more.
    await close().catch((problem: unknown) => {
      log(`Closing after the failed start failed, too: ${String(problem)}`);
    });
    throw error;
  }
}
