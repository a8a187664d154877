/** The rules of the auth service: those of `supabase/config.toml`, but for what is said below. */
import type { Keys } from './keys';

/** The OAuth app that a GitHub account or organisation has registered for this address. */
export interface GitHubApp {
  clientId: string;
  secret: string;
  /** Of GitHub Enterprise Server; `https://github.com` when it is not given. */
  url: string | undefined;
}

/** This machine has two names, and a person may type either. */
export const namesOf = (origin: string): string[] => [
  ...new Set([
    origin,
    origin.replace('//127.0.0.1', '//localhost'),
    origin.replace('//localhost', '//127.0.0.1'),
  ]),
];

const HOUR = '1h';

/** Seconds a session's token lives: ten minutes (T-53). */
const TOKEN_LIFE = 600;

/** `origin` is where links in mails lead. */
export const authSettings = (keys: Keys, origin: string, github?: GitHubApp) => ({
  enabled: true,
  site_url: origin,
  additional_redirect_urls: namesOf(origin).map((name) => `${name}/**`),
  publishable_key: keys.publishable,
  secret_key: keys.secret,
  jwt_secret: keys.jwtSecret,
  jwt_expiry: TOKEN_LIFE,
  enable_refresh_token_rotation: true,
  // A token that is used again ends its session, but for the ten seconds that a lost answer may take.
  refresh_token_reuse_interval: 10,
  sessions: { inactivity_timeout: HOUR },
  enable_anonymous_sign_ins: false,
  minimum_password_length: 8,
  // The symbol is left to the form: `@supabase/lite` knows eight symbols, hosted Supabase all of them.
  password_requirements: 'lower_upper_letters_digits',
  // Without confirmations, an unverified address could take over an account through social sign-in.
  email: { enable_signup: true, enable_confirmations: true, double_confirm_changes: true },
  external: {
    github: {
      enabled: github !== undefined,
      ...(github && { client_id: github.clientId, secret: github.secret }),
      ...(github?.url && { url: github.url }),
      redirect_uri: `${origin}/auth/v1/callback`,
    },
  },
});
