/** An environment as its web server sees it: the one table of headers, types and paths that every configuration is made from. */
import { AppError } from '@slipway/contracts';
import { securityHeaders } from '../composition/headers';
import type { Environment } from '../environment/environment';
import { isFamily } from '../environment/previews';
import { linkKey } from '../store/keys';
import { objectHeaders } from '../store/objectHeaders';

export interface Site {
  environment: string;
  listen: string;
  /** The store's folder on the server. */
  folder: string;
  /** Where the documents in force are below it. Of a family, `id` stands for the preview's. */
  documents: (id: string) => string;
  /** Of a family: what comes before and after the preview's id in a host name, as regular expressions, and all of them. */
  host: { before: string; after: string; wildcard: string } | undefined;
  upstream: string | undefined;
  /** Paths that the upstream answers: those that end in `/` with all below them. */
  upstreamPaths: readonly string[];
  /** Security headers, under names as they are commonly written. */
  headers: readonly (readonly [name: string, value: string])[];
  /** `Cache-Control` of a release's files, and of documents. */
  caching: { files: string; documents: string };
  /** File ending to `Content-Type`. */
  types: readonly (readonly [ending: string, type: string])[];
}

/** What builds and documents are made of. Anything else is served as bytes. */
const endings = 'html js mjs css json svg txt map woff2 woff png jpg webp avif ico wasm'.split(' ');

const ofBackend = ['/rest/', '/auth/'];
const ofGateway = ['/v1/', '/healthz'];

/** In place of a preview's id, where an address must be whole. */
const ID = 'preview-id';

const written = (header: string) => header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** @throws `invalid_input` when the backend is on the app's own origin and nothing says where */
export function siteOf(environment: Environment): Site {
  const { name, address, backend, allowOverrides, hosting } = environment;
  const isFamilyOfMany = isFamily(environment);
  const backendUrl = backend === 'embedded' ? '/' : backend.url;
  const upstream = hosting.upstream ?? (backend === 'embedded' && !isFamilyOfMany ? address : undefined);
  if (backendUrl === '/' && upstream === undefined) {
    throw new AppError(
      'invalid_input',
      `environments/${name}.json: hosting.upstream: is missing, and the backend is on the app's own origin: name what answers there, such as http://127.0.0.1:4200`,
    );
  }
  const { hostname } = new URL(address.replace('{id}', ID));
  const [before = '', after = ''] = hostname.replaceAll('.', '\\.').split(ID);
  const headers = securityHeaders({
    backend: backendUrl,
    isSecure: address.startsWith('https:'),
    allowOverrides,
  });
  return {
    environment: name,
    listen: hosting.listen,
    folder: hosting.folder,
    documents: (id) => `/${linkKey(isFamilyOfMany ? `${name}-${id}` : name)}`,
    host: isFamilyOfMany ? { before, after, wildcard: hostname.replace(/^[^.]*/, '*') } : undefined,
    upstream,
    upstreamPaths: [...(backendUrl === '/' ? ofBackend : []), ...(upstream === undefined ? [] : ofGateway)],
    headers: Object.entries(headers).map(([header, value]) => [written(header), value]),
    caching: {
      files: objectHeaders('slices/x.js').cacheControl,
      documents: objectHeaders('x.html').cacheControl,
    },
    types: endings.map((ending) => [ending, objectHeaders(`x.${ending}`).contentType]),
  };
}

/** The first lines of every file that is made. */
export const madeBy = (environment: string): string =>
  `# Made by: npx slipway env hosting ${environment}
# Source: environments/${environment}.json and tools/cli/src/hosting. Change those, then make it again.`;
