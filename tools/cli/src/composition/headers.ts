/** The security headers of every response. A document repeats the content security policy in a meta element. */
import {
  type Composition,
  type ThirdParties,
  thirdPartyEntries,
  type ThirdPartyKind,
} from '@slipway/contracts';

/** The hash of the empty string: styled-components fills its style element through the CSSOM only. */
export const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export interface HeaderOptions {
  /** The backend's origin, or `/` when it is the app's. */
  backend: string;
  /** Whether the app is served over TLS. */
  isSecure: boolean;
  /** Whether a developer may load slices from their machine. */
  allowOverrides: boolean;
  /** Whether pages install the service worker. */
  serviceWorker?: boolean | undefined;
  /** Other origins by slice, as an environment grants them. */
  thirdParties?: Readonly<Record<string, ThirdParties>> | undefined;
  /** The origin of the frames of sandboxed slices. */
  sandbox?: { readonly origin: string } | undefined;
  /** Whether pages load scripts without a hash, as with a development server. */
  isDevelopment?: boolean;
}

export type PolicyOptions = Pick<
  HeaderOptions,
  'backend' | 'allowOverrides' | 'serviceWorker' | 'thirdParties' | 'sandbox'
>;

/** The policy's options of a composition. */
export const policyOptions = ({
  backend,
  allowOverrides,
  serviceWorker,
  thirdParties,
  sandbox,
  slices,
}: Composition): PolicyOptions => ({
  backend: backend.url,
  allowOverrides,
  serviceWorker,
  thirdParties: ofPages(thirdParties, (id) => slices[id]?.frame !== undefined),
  sandbox,
});

/** Without the grants of sandboxed slices, which are in the policies of their frames. */
export const ofPages = (
  thirdParties: PolicyOptions['thirdParties'] = {},
  isSandboxed: (id: string) => boolean,
): PolicyOptions['thirdParties'] =>
  Object.fromEntries(Object.entries(thirdParties).filter(([id]) => !isSandboxed(id)));

/** Directives for headers only: in a meta element a browser ignores them with a warning. */
export const headerOnly = ["frame-ancestors 'none'"];

/** The policy for the document's meta element. */
export function metaPolicy({
  backend,
  allowOverrides,
  serviceWorker = false,
  thirdParties = {},
  sandbox,
}: PolicyOptions): string {
  const own = allowOverrides ? "'self' http://localhost:*" : "'self'";
  const connect = backend === '/' ? own : `${own} ${backend}`;
  const others = thirdPartyEntries(...Object.values(thirdParties));
  const granted = (kind: ThirdPartyKind) =>
    others
      .filter((other) => other.kind === kind)
      .map(({ origin }) => ` ${origin}`)
      .join('');
  const frames = granted('frame') + (sandbox ? ` ${sandbox.origin}` : '');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src 'self' ${EMPTY_STYLE}`,
    `connect-src ${connect}${granted('connect')}`,
    `img-src ${own} data:${granted('img')}`,
    "font-src 'self'",
    "manifest-src 'self'",
    // A worker takes no hash. The policy of a release's file lets a worker from it load nothing; one file is no release's.
    `worker-src ${serviceWorker ? "'self'" : "'none'"}`,
    ...(frames === '' ? [] : [`frame-src${frames}`]),
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // The shell creates it before any slice runs; nothing can create a second one.
    'trusted-types slipway-loader',
  ].join('; ');
}

/** The policy of a response. */
export const contentPolicy = (options: PolicyOptions): string =>
  [metaPolicy(options), ...headerOnly].join('; ');

/**
 * The policy of every file of a release: opened as a page, it has no origin and may load and run nothing. A page that uses
 * the file has its own policy. A worker takes the policy of its script, so a worker from a release can do nothing either.
 */
export const FILE_POLICY =
  "sandbox; default-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/**
 * The policy in the response of a frame's document; the document itself has the rest. `sandbox` gives it an opaque
 * origin even if it is opened as a page, and only the app may embed it.
 */
export const framePolicy = (host: string): string =>
  `sandbox allow-scripts allow-forms; frame-ancestors ${host}`;

/**
 * `Integrity-Policy` of the service worker, which imports a script: an import takes no hash. A value, not a missing header:
 * static hosts join it with that of all paths, and a browser takes the last of two entries.
 */
export const WORKER_INTEGRITY_POLICY = 'blocked-destinations=()';

export const securityHeaders = (options: HeaderOptions): Record<string, string> => ({
  'content-security-policy': contentPolicy(options),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  // Blocks each script, and each import, that would load without a hash. Chrome 138; others rely on the page's loader.
  ...(options.isDevelopment ? {} : { 'integrity-policy': 'blocked-destinations=(script)' }),
  ...(options.isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
});
