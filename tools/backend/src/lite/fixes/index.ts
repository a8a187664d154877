/**
 * Every workaround for `@supabase/lite` 0.10, in the order in which it is applied. Each file states the symptom, the
 * behavior of hosted Supabase, and the test that fails without the fix. Delete a fix when the library no longer needs
 * it. `pgValues`, `singleConnection` and `rememberErrors` are applied where a database is opened.
 */
import type { Database } from '../../database/database';
import type { RoleTimeouts } from '../../database/roleTimeouts';
import type { Mailbox } from '../../mail/mailbox';
import { currentRequest } from '../currentRequest';
import { cacheSchema } from './cachedSchema';
import { withErrorStatus } from './errorStatus';
import { withFunctionHead } from './functionHead';
import { keepGrants } from './keptGrants';
import { rejectedBody } from './malformedBodies';
import { quietConsole } from './quietConsole';
import { rejectedRequest } from './rejectedRequests';
import { withRepeatedSignUp } from './repeatedSignUp';
import { setRequestSettings } from './requestSettings';
import { withSingleObject } from './singleObject';

/** Before the library's `App` is created. @throws `unavailable`, `unexpected` when the database must not be served */
export async function fixDatabase(
  database: Database,
  slipwayKey: string,
  roleTimeouts: RoleTimeouts,
): Promise<void> {
  quietConsole();
  await keepGrants(database);
  await cacheSchema(database);
  setRequestSettings(database, slipwayKey, roleTimeouts);
}

interface Services {
  database: Database;
  mailbox: Mailbox;
  /** The app's. */
  origin: string;
}

/** The library's request handler with every fix of its responses. Runs in a current request. */
export const fixResponses =
  (handle: (request: Request) => Promise<Response>, services: Services) =>
  async (request: Request): Promise<Response> => {
    const rejected = rejectedRequest(request) ?? (await rejectedBody(request));
    if (rejected) return rejected;
    const unread = request.clone();
    const response = await withRepeatedSignUp(unread, await withFunctionHead(handle)(request), services);
    return withSingleObject(request, withErrorStatus(response, currentRequest()?.databaseError));
  };
