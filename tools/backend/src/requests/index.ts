/** The checks of every request to the backend, and the headers of every response, in the order in which they apply. */
import type { Database } from '../database/database';
import type { Keys } from '../settings/keys';
import { withValidBearer } from './bearer';
import type { Respond } from './handler';
import { withOAuthCookie } from './oauthCookie';
import { withPrivateHeaders } from './privateResponses';
import { withoutSecretsInUrl } from './secretsInUrl';

interface Services {
  keys: Keys;
  database: Database;
  /** The app's. */
  origin: string;
}

export const checkRequests = (respond: Respond, { keys, database, origin }: Services): Respond =>
  withPrivateHeaders(
    withoutSecretsInUrl(withValidBearer(withOAuthCookie(respond, origin), keys, database)),
    keys.publishable,
  );
