/**
 * Serves an environment from its release store: the documents of the current revision, and the files of every release.
 * The pointer is read for each document, so a deploy is visible at the next page load.
 */
import {
  currentComposition,
  currentRevision,
  documentName,
  encodings,
  isCompressedCopy,
  objectHeaders,
  revisionBase,
  type Store,
} from '@slipway/cli';

const NOT_FOUND = '/404';

/** Characters; longer ones name nothing, and a file system rejects them with an error. */
const LONGEST_PATH = 240;

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

/** The object `key` in the smallest encoding that the browser accepts. */
async function stored(
  store: Store,
  key: string,
  request: Request,
  status = 200,
): Promise<Response | undefined> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const wanted = (['br', 'gzip'] as const).filter((encoding) =>
    new RegExp(`\\b${encoding}\\b`).test(accepted),
  );
  for (const name of [...wanted.map((encoding) => key + encodings[encoding]), key]) {
    const bytes = await store.get(name);
    if (!bytes) continue;
    const { contentType, cacheControl, contentEncoding } = objectHeaders(name);
    return new Response(new Uint8Array(bytes), {
      status,
      headers: {
        'content-type': contentType,
        'cache-control': cacheControl,
        vary: 'accept-encoding',
        ...(contentEncoding ? { 'content-encoding': contentEncoding } : {}),
      },
    });
  }
  return undefined;
}

async function releaseFile(store: Store, path: string, request: Request): Promise<Response> {
  const key = path.slice(1);
  const isPlain =
    !key.split('/').some((part) => part === '' || part.startsWith('.')) && !isCompressedCopy(key);
  return (isPlain ? await stored(store, key, request) : undefined) ?? notFound(path);
}

/** `environmentOf` maps a request's URL to an environment. */
export function composedApp(
  store: Store,
  environmentOf: (address: URL) => string,
): (request: Request) => Promise<Response> {
  const page = async (path: string, request: Request): Promise<Response> => {
    const environment = environmentOf(new URL(request.url));
    const revision = await currentRevision(store, environment);
    if (revision === 0) return notFound(`the environment ${environment} has no deployment yet`);
    const base = revisionBase(environment, revision);
    const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
    // The not-found page has no URL.
    const isPlain = /^\/[a-z0-9/-]*$/.test(trimmed) && trimmed !== NOT_FOUND;
    const own = isPlain ? await stored(store, base + documentName(trimmed), request) : undefined;
    return (
      own ??
      (await stored(store, base + documentName(NOT_FOUND), request, 404)) ??
      notFound(`revision ${String(revision)} of ${environment}`)
    );
  };

  /** The current composition. Pages poll it, so an unchanged one gets 304. */
  const serveComposition = async (request: Request): Promise<Response> => {
    const environment = environmentOf(new URL(request.url));
    const composition = await currentComposition(store, environment);
    if (!composition) return notFound(`the environment ${environment} has no deployment yet`);
    const headers = { etag: `"${environment}-${String(composition.revision)}"`, 'cache-control': 'no-cache' };
    return request.headers.get('if-none-match') === headers.etag
      ? new Response(null, { status: 304, headers })
      : Response.json(composition, { headers });
  };

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const path = decoded(new URL(request.url).pathname);
    if (path === undefined) return page(NOT_FOUND, request);
    if (path === '/slipway.json') {
      return serveComposition(request);
    }
    if (path.startsWith('/slices/')) return releaseFile(store, path, request);
    if (hasExtension(path)) return notFound(path);
    return page(path, request);
  };
}
