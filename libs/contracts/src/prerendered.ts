/** The values of an environment in a page that the build renders in advance: tokens, which a deploy replaces. */

/** Each is text that occurs nowhere else; those of addresses are addresses, because components may read them as such. */
export const prerenderTokens = {
  name: '{site-name}',
  owner: '{site-owner}',
  callUrl: 'https://call-url.invalid/',
  origin: 'https://origin.invalid',
  year: '{year}',
} as const;
