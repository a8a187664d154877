/** The way of a request through the backend: limits and checks, the app, then the records of what happened. */
import type { ClientInfo } from '@slipway/server';
import type { EmailDriver } from '@supabase/lite';
import type { Database } from './database/database';
import { accountGuard } from './limits/accountGuard';
import { RESPONSE_TIME, mailing, withResponseTime } from './limits/responseTime';
import { defaultRates, type Rates } from './limits/authRates';
import { canWrite } from './limits/fullDisk';
import type { Handler } from './limits/handler';
import { withRequestLimits } from './limits/requestLimits';
import { createApp } from './lite/app';
import { type CurrentRequest, currentRequest, runInRequest } from './lite/currentRequest';
import { fixResponses } from './lite/fixes';
import { mailError } from './lite/fixes/mailErrors';
import { allowedRedirect } from './lite/fixes/mailRedirect';
import { knownPaths } from './lite/knownPaths';
import { observe } from './observeRequests';
import { checkRequests } from './requests';
import { useCurrentKeys } from './requests/currentKeys';
import type { SecurityEventRecorder } from './securityEvents';
import type { GitHubApp } from './settings/authSettings';
import type { Keys } from './settings/keys';
import { derivedKeys } from './settings/previousKeys';

export interface HandlerOptions {
  database: Database;
  keys: Keys;
  /** The app's. */
  origin: string;
  mailer: EmailDriver;
  /** Without one, all requests for mails fail, so that none reveals an account. */
  hasMailer: boolean;
  github: GitHubApp | undefined;
  /** Overrides GoTrue's default rates. */
  rates: Partial<Rates> | undefined;
  /** Milliseconds that responses about accounts take at least. */
  responseTime: number | undefined;
  recorder: SecurityEventRecorder;
  /** The response for a write while the disk is full. */
  rejectOnFullDisk: () => Response | undefined;
  /** Runs after each request that may have written, before its response. */
  onWrite: () => void;
  log: (line: string) => void;
}

/** The app behind the limits and checks. */
async function limitedApp({
  database,
  keys,
  origin,
  mailer,
  hasMailer,
  github,
  rates: changes,
  responseTime = RESPONSE_TIME,
  recorder,
}: HandlerOptions) {
  const notify = (to: string, subject: string, text: string) => {
    mailer.send({ to, subject, text }).catch(() => undefined); // the driver logs it
  };
  const rates = { ...defaultRates, ...changes };
  const record = (type: string, accountId: string) => {
    recorder.record({ type, accountId, address: currentRequest()?.address });
  };
  const app = createApp({ ...{ database, origin, mailer, rates, notify, record }, keys, github });
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
  const limited = withRequestLimits(
    async (request) =>
      hasMailer || !mailing.test(new URL(request.url).pathname) ? respond(request) : mailError(),
    limits,
  );
  return { limited: withResponseTime(limited, responseTime), isRead };
}

export async function createHandler(options: HandlerOptions): Promise<Handler> {
  const { keys, origin, recorder, rejectOnFullDisk, onWrite, log } = options;
  const { limited, isRead } = await limitedApp(options);
  return async (request, client) => {
    await useCurrentKeys(request, keys);
    const { method } = request;
    const url = new URL(request.url);
    const { pathname } = url;
    const isWrite = canWrite(isRead, method, pathname);
    const rejection = isWrite ? rejectOnFullDisk() : undefined;
    if (rejection) return rejection;
    const current = currentOf(request, client);
    const response = await runInRequest(current, () => limited(request, client));
    if (isWrite && !client.isInternal) onWrite();
    if (!client.isInternal) await observe(recorder, { method, url }, response, current);
    if (response.status >= 500 && !current.signal?.aborted) {
      log(`${method} ${pathname} returned ${response.status}`);
    }
    return response;
  };

  function currentOf(request: Request, client: ClientInfo): CurrentRequest {
    const { method, headers, url } = request;
    const { pathname } = new URL(url);
    return {
      address: client.address,
      userAgent: headers.get('user-agent') ?? undefined,
      method,
      path: pathname.replace(/^\/rest\/v1/, ''),
      isRest: pathname.startsWith('/rest/'),
      signal: isRead(method, pathname) ? client.signal : undefined,
      redirectTo: allowedRedirect(request, origin),
    };
  }
}
