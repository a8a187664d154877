/** The security headers of every response: the one table. A document repeats the policy in a meta element. */

/** The hash of the empty string: styled-components fills its style element through the CSSOM and needs no more. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export interface HeaderOptions {
  /** The backend's origin, or `/` where it is the app's own. */
  backend: string;
  /** Whether the app is served over TLS. */
  isSecure: boolean;
  /** Whether slices may come from a person's own machine. */
  allowOverrides: boolean;
}

/** Directives that only a header can carry; a meta element ignores them and browsers warn. */
const headerOnly = ["frame-ancestors 'none'"];

/** The policy for the document's meta element. */
export function metaPolicy({
  backend,
  allowOverrides,
}: Pick<HeaderOptions, 'backend' | 'allowOverrides'>): string {
  const own = allowOverrides ? "'self' http://localhost:*" : "'self'";
  const connect = backend === '/' ? own : `${own} ${backend}`;
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src 'self' ${EMPTY_STYLE}`,
    `connect-src ${connect}`,
    `img-src ${own} data:`,
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
