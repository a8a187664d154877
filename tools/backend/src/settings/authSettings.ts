/** The settings of the auth service: those of `supabase/config.toml`, with the exceptions noted below. */
import type { Keys } from './keys';

/** An OAuth app, registered at GitHub for this server's URL. */
export interface GitHubApp {
  clientId: string;
  secret: string;
  /** The URL of a GitHub Enterprise Server; `https://github.com` by default. */
  url: string | undefined;
}

/** The origin with both names of this machine, because a user can type either. */
export const localNamesOf = (origin: string): string[] => [
  ...new Set([
    origin,
    origin.replace('//127.0.0.1', '//localhost'),
    origin.replace('//localhost', '//127.0.0.1'),
  ]),
];

const HOUR = '1h';
const THIRTY_DAYS = '720h';

/** Seconds: an access token is valid for ten minutes (T-53). */
const TOKEN_LIFETIME = 600;

/** `origin` is the default target of links in mails. */
export const authSettings = (
  keys: Pick<Keys, 'publishable' | 'secret' | 'jwtSecret'>,
  origin: string,
  github?: GitHubApp,
) => ({
  enabled: true,
  site_url: origin,
  additional_redirect_urls: localNamesOf(origin).map((name) => `${name}/**`),
  publishable_key: keys.publishable,
  secret_key: keys.secret,
  jwt_secret: keys.jwtSecret,
  jwt_expiry: TOKEN_LIFETIME,
  enable_refresh_token_rotation: true,
  // Reuse of a refresh token ends the session, except within ten seconds, for clients that lost the response.
  refresh_token_reuse_interval: 10,
  sessions: { inactivity_timeout: HOUR, timebox: THIRTY_DAYS },
  enable_anonymous_sign_ins: false,
  minimum_password_length: 8,
  // The form checks for a symbol: `@supabase/lite` accepts only eight symbols, hosted Supabase all.
  password_requirements: 'lower_upper_letters_digits',
  // Without confirmation, an unverified address could take over an account by social sign-in.
  // A change of address has no setting here: `lite/fixes/emailChange.ts`.
  email: { enable_signup: true, enable_confirmations: true },
  external: {
    github: {
      enabled: github !== undefined,
      ...(github && { client_id: github.clientId, secret: github.secret }),
      ...(github?.url && { url: github.url }),
      redirect_uri: `${origin}/auth/v1/callback`,
    },
  },
});
