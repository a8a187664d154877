/**
 * Every workaround for `@supabase/lite` 0.10, in the order in which it is applied. Each file states the symptom, the
 * behavior of hosted Supabase, and the test that fails without the fix. Delete a fix when the library no longer needs
 * it. `pgValues`, `singleConnection` and `rememberErrors` are applied where a database is opened.
 */
import type { RateLimiter } from '@slipway/server';
import { knownNetworks } from '../../accounts/knownNetworks';
import { oneTimeTokens } from '../../accounts/oneTimeTokens';
import type { Notify, RecordEvent } from '../../accounts/services';
import type { Database } from '../../database/database';
import type { RoleTimeouts } from '../../database/roleTimeouts';
import type { Keys } from '../../settings/keys';
import { derivedKeys } from '../../settings/previousKeys';
import { authFixes, type Middleware } from '../authService';
import { currentRequest } from '../currentRequest';
import { bannedUsers } from './bannedUsers';
import { cacheSchema } from './cachedSchema';
import { disabledSignIn } from './disabledSignIns';
import { emailChange } from './emailChange';
import { withEmailCodes } from './emailCodes';
import { equalResponses } from './equalResponses';
import { withErrorStatus } from './errorStatus';
import { acceptErrorWarnings } from './errorWarnings';
import { withHeadRequests } from './headRequests';
import { keepGrants } from './keptGrants';
import { rejectedBody } from './malformedBodies';
import { withMailError } from './mailErrors';
import { oneTimeCodes } from './oneTimeCodes';
import { passwordRules } from './passwordRules';
import { quietConsole } from './quietConsole';
import { refreshTokens } from './refreshTokens';
import { rejectedRequest } from './rejectedRequests';
import { repeatedSignUp } from './repeatedSignUp';
import { setRequestSettings } from './requestSettings';
import { withSingleObject } from './singleObject';
import { tokenClaims } from './tokenClaims';
import { userUpdate } from './userUpdate';

/** Before the library's `App` is created. @throws `unavailable`, `unexpected` when the database must not be served */
export async function fixDatabase(database: Database, keys: Keys, roleTimeouts: RoleTimeouts): Promise<void> {
  quietConsole();
  acceptErrorWarnings();
  await keepGrants(database);
  await cacheSchema(database);
  setRequestSettings(database, keys, roleTimeouts);
}

interface AuthServices {
  keys: Keys;
  /** The app's. */
  origin: string;
  /** Wrong passwords and codes per account, of signed-in users. */
  failures: RateLimiter;
  notify: Notify;
  record: RecordEvent;
}

/** Replaces methods of the auth service in each request, before its routes. A later fix calls the earlier ones. */
export function fixAuth({ keys, origin, failures, notify, record }: AuthServices): Middleware {
  const tokens = oneTimeTokens(derivedKeys(keys, 'one-time codes'));
  return authFixes([
    bannedUsers,
    oneTimeCodes({ tokens, isKnownNetwork: knownNetworks(derivedKeys(keys, 'addresses')) }),
    refreshTokens(derivedKeys(keys, 'refresh tokens')),
    tokenClaims({ jwtSecret: keys.jwtSecret, origin }),
    passwordRules,
    equalResponses,
    repeatedSignUp,
    emailChange({ tokens, notify, record }),
    userUpdate({ tokens, failures, notify, record }),
  ]);
}

/** The library's request handler with every fix of its responses. Runs in a current request. */
export const fixResponses =
  (handle: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const rejected =
      rejectedRequest(request) ?? (await rejectedBody(request)) ?? (await disabledSignIn(request));
    if (rejected) return rejected;
    const respond = async (sent: Request) =>
      withMailError(await withErrorStatus(await handle(sent), currentRequest()?.databaseError));
    return withSingleObject(request, await withHeadRequests(respond)(await withEmailCodes(request)));
  };
