/** The library's app, with every fix of its auth service and the endpoints that it lacks. */
import { createRateLimiter } from '@slipway/server';
import { App, type EmailDriver } from '@supabase/lite';
import { addFactorRoutes } from '../accounts/factorRoutes';
import { secondFactor } from '../accounts/secondFactor';
import { encryption } from '../accounts/encryption';
import type { Notify, RecordEvent } from '../accounts/services';
import type { Database } from '../database/database';
import type { Rates } from '../limits/authRates';
import { authSettings, type GitHubApp } from '../settings/authSettings';
import type { Keys } from '../settings/keys';
import { fixAuth } from './fixes';

/** Wrong codes of authenticator apps per account. */
const CODE_TRIES = { limit: 5, seconds: 900 };

interface AppOptions {
  database: Database;
  keys: Keys;
  /** The app's. */
  origin: string;
  github: GitHubApp | undefined;
  mailer: EmailDriver;
  rates: Rates;
  notify: Notify;
  record: RecordEvent;
}

export function createApp(options: AppOptions): App {
  const { database, keys, origin, github, mailer, rates, notify, record } = options;
  const { burst, period } = rates.password;
  const authMiddleware = fixAuth({
    ...{ keys, origin, notify, record },
    failures: createRateLimiter({ limit: burst, seconds: period }),
  });
  const app = new App({
    connection: database.connection,
    auth: authSettings(keys, origin, github),
    api: { schemas: ['public'], max_rows: 1000 },
    db: { migrations: { enabled: false } },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      drivers: { email: mailer },
      server: {
        ...{ admin: false, disableStudio: true, middlewares: [authMiddleware] },
        // Otherwise the fallback responds before the routes that are added here.
        disableFallback: true,
      },
    },
  });
  const factors = secondFactor({
    ...{ encryption: encryption(keys, 'second factors'), issuer: 'Slipway', notify, record },
    tries: createRateLimiter(CODE_TRIES),
  });
  addFactorRoutes(app, factors);
  return app;
}
