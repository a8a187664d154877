/** An environment from the view of its web server: the headers, types and paths that every configuration is rendered from. */
import { AppError } from '@slipway/contracts';
import { FILE_POLICY, framePolicy, ofPages, securityHeaders } from '../composition/headers';
import type { Environment } from '../environment/environment';
import { isFamily } from '../environment/previews';
import { fileTypes } from '../release/fileTypes';
import { linkKey, publicFolder } from '../store/keys';
import { objectHeaders } from '../store/objectHeaders';
import { proofKey } from '../trust/paths';

export interface Site {
  environment: string;
  listen: string;
  /** The store's folder on the server. */
  folder: string;
  /** The folder of the current documents below it. For a family, `id` is the preview's. */
  documents: (id: string) => string;
  /** The signed metadata that `slipway verify` reads. */
  proof: (id: string) => string;
  /** The public area below it, whose files are the only ones of releases that are served. */
  files: (id: string) => string;
  /** For a family: the parts of a host name before and after the preview's id, as regular expressions, and a wildcard for all. */
  host: { before: string; after: string; wildcard: string } | undefined;
  /** Servers, and the paths that are proxied to each; those that end in `/` include everything below them. */
  upstreams: readonly (readonly [server: string, paths: readonly string[]])[];
  /** Security headers, in their usual capitalization. */
  headers: readonly (readonly [name: string, value: string])[];
  /** `Content-Security-Policy` of a release's files, instead of the one in `headers`. */
  filePolicy: string;
  /** The host that serves the frames of sandboxed slices and nothing else, and its headers. */
  sandbox: { host: string; headers: Site['headers'] } | undefined;
  /** `Cache-Control` of a release's files, and of documents. */
  caching: { files: string; documents: string };
  /** File ending to `Content-Type`, for files of releases. Others are served as `application/octet-stream`. */
  types: readonly (readonly [ending: string, type: string])[];
}

const backendPaths = ['/rest/', '/auth/'];
const gatewayPaths = ['/v1/', '/healthz'];
/** Reports of pages only: the records are read from the collector itself. */
const healthPaths = (health: Environment['health']) => (health?.url.startsWith('/') ? [health.url] : []);

/** Placeholder for a preview's id, to parse the address of a family. */
const ID = 'preview-id';

const capitalized = (header: string) => header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** @throws `invalid_input` when the backend is on the app's origin and no upstream is set */
export function siteOf(environment: Environment): Site {
  const { name, address, backend, allowOverrides, serviceWorker, thirdParties, sandbox, hosting } =
    environment;
  const isFamilyOfMany = isFamily(environment);
  const backendUrl = backend === 'embedded' ? '/' : backend.url;
  const upstream = hosting.upstream ?? (backend === 'embedded' && !isFamilyOfMany ? address : undefined);
  if (backendUrl === '/' && upstream === undefined) {
    throw new AppError(
      'invalid_input',
      `${name} needs hosting.upstream, because the backend is on the app's origin: set it to the server of /rest, /auth and /v1, such as http://127.0.0.1:4200`,
    );
  }
  const { hostname } = new URL(address.replace('{id}', ID));
  const [before = '', after = ''] = hostname.replaceAll('.', '\\.').split(ID);
  const nameOf = (id: string) => (isFamilyOfMany ? `${name}-${id}` : name);
  const headers = securityHeaders({
    backend: backendUrl,
    isSecure: address.startsWith('https:'),
    allowOverrides,
    serviceWorker,
    // Everything that is granted: a document's own policy has only what its slices ask for.
    thirdParties: ofPages(thirdParties, (id) => sandbox?.slices.includes(id) ?? false),
    sandbox,
  });
  return {
    environment: name,
    listen: hosting.listen,
    folder: hosting.folder,
    documents: (id) => `/${linkKey(nameOf(id))}`,
    proof: (id) => `/${proofKey(nameOf(id))}`,
    files: (id) => `/${publicFolder(nameOf(id))}`,
    host: isFamilyOfMany ? { before, after, wildcard: hostname.replace(/^[^.]*/, '*') } : undefined,
    upstreams: upstreamsOf(environment, upstream, backendUrl === '/' ? backendPaths : []),
    headers: Object.entries(headers).map(([header, value]) => [capitalized(header), value]),
    filePolicy: FILE_POLICY,
    sandbox: sandbox && {
      host: new URL(sandbox.origin).hostname,
      headers: [
        ['Content-Security-Policy', framePolicy(address.replace('{id}', '*'))],
        ['X-Content-Type-Options', 'nosniff'],
        ['Referrer-Policy', 'no-referrer'],
        ...Object.entries(headers)
          .filter(([header]) => header === 'strict-transport-security')
          .map(([header, value]) => [capitalized(header), value] as const),
      ],
    },
    caching: {
      files: objectHeaders(`${publicFolder(name)}/x.js`).cacheControl,
      documents: objectHeaders('x.html').cacheControl,
    },
    types: Object.entries(fileTypes),
  };
}

function upstreamsOf(
  { health, hosting: { collector } }: Environment,
  upstream: string | undefined,
  paths: readonly string[],
): Site['upstreams'] {
  const reports = healthPaths(health);
  const all = [...paths, ...gatewayPaths, ...(collector === undefined ? reports : [])];
  return [
    ...(upstream === undefined ? [] : [[upstream, all] as const]),
    ...(collector === undefined || reports.length === 0 ? [] : [[collector, reports] as const]),
  ];
}

/** The first lines of every generated file. */
export const generatedBy = (environment: string): string =>
  `# Generated by: npx slipway env hosting ${environment}
# Source: the settings of ${environment} and tools/cli/src/hosting. Change those and generate it again.`;
