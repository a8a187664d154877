/**
 * Serves an environment from its store: the documents of the current revision, and the files in its public area, each with
 * the content security policy of the composition that it belongs to. The pointer is read for each document, so a deploy is
 * visible at the next page load. One file: each response depends on the revision that the pointer names.
 */
import { posix } from 'node:path';
import { type Composition, isAppError } from '@slipway/contracts';
import {
  contentPolicy,
  currentComposition,
  currentRevision,
  documentName,
  documentsToTry,
  FILE_POLICY,
  framePolicy,
  isCompressedCopy,
  isFrame,
  policyOptions,
  PROOF,
  proofKey,
  publicFolder,
  revisionBase,
  siteFileTypes,
  type Store,
  WORKER,
  WORKER_INTEGRITY_POLICY,
} from '@slipway/cli';
import { trimmedPath } from '@slipway/server';
import { stored, storedUnlessKnown } from './storedObject';

const NOT_FOUND = '/404';
const JSON_TYPE = 'application/json';

/** Characters. Longer paths match nothing. */
const LONGEST_PATH = 2_000;
const LONGEST_NAME = 200; // of a segment; a file system rejects longer ones with an error

/** Whether a path names a file: requests for scripts, styles or data never get HTML. */
const hasExtension = (path: string) => /\.[A-Za-z0-9]+$/.test(path);

const notFound = (what: string) =>
  new Response(`Not found: ${what}\n`, {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });

/** Undefined for a path that no file or page can have. */
function decoded(path: string): string | undefined {
  try {
    const text = decodeURIComponent(path);
    return text.length > LONGEST_PATH || /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined; // malformed escape sequence
  }
}

/** A file of a release that the environment runs. */
async function releaseFile(
  store: Store,
  environment: string,
  path: string,
  request: Request,
): Promise<Response> {
  const isPlain =
    !path
      .slice(1)
      .split('/')
      .some((part) => part === '' || part.startsWith('.') || part.length > LONGEST_NAME) &&
    !isCompressedCopy(path);
  const key = publicFolder(environment) + path;
  return (isPlain ? await stored(store, key, request) : undefined) ?? notFound(path);
}

/** The policies of the revision that an environment runs. */
interface Policy {
  revision: number;
  /** The content security policy of its documents. */
  policy: string;
  sandbox: Composition['sandbox'];
}

/** `environmentOf` maps a request's URL to an environment. */
export function composedApp(
  store: Store,
  environmentOf: (address: URL) => string,
): (request: Request) => Promise<Response> {
  const policies = new Map<string, Policy>();

  /** The content security policy of what an environment runs; undefined before its first deploy. */
  const policyOf = async (environment: string): Promise<Policy | undefined> => {
    const known = policies.get(environment);
    if (known?.revision === (await currentRevision(store, environment))) return known;
    const composition = await currentComposition(store, environment);
    if (!composition) return undefined;
    const { revision, sandbox } = composition;
    const policy = { revision, policy: contentPolicy(policyOptions(composition)), sandbox };
    policies.set(environment, policy);
    return policy;
  };

  /** The origin of frames serves only frames. */
  const serveFrame = async (
    path: string | undefined,
    { host }: NonNullable<Composition['sandbox']>,
    environment: string,
    request: Request,
  ): Promise<Response> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const found = isRead && path !== undefined && path.startsWith('/slices/') && isFrame(path);
    const response = found ? await releaseFile(store, environment, path, request) : notFound('this page');
    response.headers.set('content-security-policy', framePolicy(host));
    response.headers.set('referrer-policy', 'no-referrer');
    return response;
  };

  const page = async (path: string, environment: string, request: Request): Promise<Response> => {
    const revision = await currentRevision(store, environment);
    if (revision === 0) return notFound(`the environment ${environment} has no deployment yet`);
    const base = revisionBase(environment, revision);
    const trimmed = path.length > 1 ? trimmedPath(path) : path;
    for (const name of documentsToTry(trimmed)) {
      const own = await storedUnlessKnown(store, base + name, request);
      if (own) return own;
    }
    return (
      (await stored(store, base + documentName(NOT_FOUND), request, 404)) ??
      notFound(`revision ${String(revision)} of ${environment}`)
    );
  };

  /** The current composition. Pages poll it, so an unchanged one gets 304. */
  const serveComposition = async (environment: string, request: Request): Promise<Response> => {
    const revision = await currentRevision(store, environment);
    const etag = `W/"${environment}-${String(revision)}"`;
    if (revision > 0 && request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-cache' } });
    const key = `${revisionBase(environment, revision)}composition.json`;
    const response = revision === 0 ? undefined : await stored(store, key, request);
    response?.headers.set('etag', etag);
    return response ?? notFound(`the environment ${environment} has no deployment yet`);
  };

  /** A file at a fixed address, such as the service worker. Revisions of earlier versions have fewer. */
  const serveSiteFile = async (name: string, environment: string, request: Request): Promise<Response> => {
    const revision = await currentRevision(store, environment);
    const key = revisionBase(environment, revision) + name;
    const response = revision === 0 ? undefined : await storedUnlessKnown(store, key, request);
    if (name === WORKER) response?.headers.set('integrity-policy', WORKER_INTEGRITY_POLICY);
    return response ?? notFound(name);
  };

  /** The signed metadata for `slipway verify`. */
  const serveProof = async (environment: string): Promise<Response> => {
    const bytes = await store.get(proofKey(environment));
    const headers = { 'cache-control': 'no-cache', 'content-type': JSON_TYPE };
    return bytes ? new Response(new Uint8Array(bytes), { headers }) : notFound(`the proof of ${environment}`);
  };

  const respond = (
    path: string | undefined,
    environment: string,
    request: Request,
  ): Response | Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    if (path === undefined) return page(NOT_FOUND, environment, request);
    if (path === `/${PROOF}`) return serveProof(environment);
    if (path === '/slipway.json') return serveComposition(environment, request);
    if (path === `/${WORKER}` || Object.hasOwn(siteFileTypes, path.slice(1)))
      return serveSiteFile(path.slice(1), environment, request);
    if (path.startsWith('/slices/')) return releaseFile(store, environment, path, request);
    if (hasExtension(path)) return notFound(path);
    return page(path, environment, request);
  };

  const serve = async (request: Request): Promise<Response> => {
    const address = new URL(request.url);
    const environment = environmentOf(address);
    const path = decoded(address.pathname);
    const isFile = path !== undefined && posix.normalize(path).startsWith('/slices/');
    // Scripts and styles do not depend on the pointer.
    const current = isFile && !isFrame(path) ? policies.get(environment) : await policyOf(environment);
    if (current?.sandbox && new URL(current.sandbox.origin).host === address.host)
      return serveFrame(path, current.sandbox, environment, request);
    const policy = isFile ? FILE_POLICY : current?.policy;
    const response = await respond(path, environment, request);
    if (policy !== undefined) response.headers.set('content-security-policy', policy);
    return response;
  };

  return (request) =>
    serve(request).catch((error: unknown) => {
      // The signatures of the current revision could not be verified: only the log has the reason.
      if (!isAppError(error)) throw error;
      console.error(error.message);
      return new Response('This environment cannot be verified\n', {
        status: 503,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
      });
    });
}
