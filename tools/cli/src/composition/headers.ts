/** The security headers of every response: the one table. A document repeats the policy in a meta element. */

/** The hash of the empty string: styled-components fills its style element through the CSSOM and needs no more. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export interface HeaderOptions {
  /** The backend's origin, or `/` where it is the app's own. */
  backend: string;
  /** Whether the app is served over TLS. */
  isSecure: boolean;
}

/** Directives that only a header can carry; a meta element ignores them and browsers warn. */
const headerOnly = ["frame-ancestors 'none'"];

/** The policy for the document's meta element. */
export function metaPolicy({ backend }: Pick<HeaderOptions, 'backend'>): string {
  const connect = backend === '/' ? "'self'" : `'self' ${backend}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    `connect-src ${connect}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types slipway slipway-loader 'allow-duplicates'",
  ].join('; ');
}

export const securityHeaders = (options: HeaderOptions): Record<string, string> => ({
  'content-security-policy': [metaPolicy(options), ...headerOnly].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  ...(options.isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
});
