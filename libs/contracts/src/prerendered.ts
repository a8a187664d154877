/** The values of an environment in a prerendered page: tokens, which a deploy replaces. */
import type { SignInProvider } from './composition';

/**
 * Placeholders in a prerendered page, which a deploy replaces. Each is text that occurs nowhere else; placeholders of addresses
 * are addresses, because components may parse them.
 */
export const prerenderTokens = {
  name: '{site-name}',
  owner: '{site-owner}',
  callUrl: 'https://call-url.invalid/',
  origin: 'https://origin.invalid',
  year: '{year}',
} as const;

/** The signed-in user's id in a request that a document sends: the script before the first paint replaces it. */
export const userToken = '{user-id}';

/** In the path of a first request: the ids in the response to the request before it, separated by commas. */
export const idsToken = '{ids}';

/**
 * Text around two parts of a prerendered page: a deploy keeps the first where the backend accepts the
 * identity provider, and the second where it does not.
 */
export const providerTokens = (provider: SignInProvider) =>
  ({ accepted: `{with-${provider}}`, missing: `{without-${provider}}`, end: `{end-${provider}}` }) as const;

/** Whether a file of a release has only styles of prerendered pages: no code loads it. */
export const isPrerenderedStyle = (path: string): boolean => /^prerendered\.[0-9a-f]+\.css$/.test(path);
