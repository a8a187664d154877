/**
 * Serves what an environment runs, straight from its release store: the documents of the revision in force, and the
 * files of every release. The pointer is read for each document, so a deploy shows at the next page load.
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

/** A file by its ending: the app's HTML never answers for a script, a style or data. */
const hasEnding = (path: string) => /\.[A-Za-z0-9]+$/.test(path);

const notFound = (what: string) =>
  new Response(`Not found: ${what}\n`, {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined; // a malformed escape names nothing
  }
}

/** The object under `key` as the browser takes it: the smallest copy that it accepts, or the file itself. */
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

/** `environmentOf` says which environment a request's address is. */
export function composedApp(
  store: Store,
  environmentOf: (address: URL) => string,
): (request: Request) => Promise<Response> {
  const page = async (path: string, request: Request): Promise<Response> => {
    const environment = environmentOf(new URL(request.url));
    const revision = await currentRevision(store, environment);
    if (revision === 0) return notFound(`the environment ${environment} runs nothing yet`);
    const base = revisionBase(environment, revision);
    const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
    // The not-found page is no page to open: its own address is as unknown as any.
    const isPlain = /^\/[a-z0-9/-]*$/.test(trimmed) && trimmed !== NOT_FOUND;
    const own = isPlain ? await stored(store, base + documentName(trimmed), request) : undefined;
    return (
      own ??
      (await stored(store, base + documentName(NOT_FOUND), request, 404)) ??
      notFound(`revision ${String(revision)} of ${environment}`)
    );
  };

  /** The composition in force. A page asks again and again: an unchanged one is answered in no bytes. */
  const told = async (request: Request): Promise<Response> => {
    const environment = environmentOf(new URL(request.url));
    const composition = await currentComposition(store, environment);
    if (!composition) return notFound(`the environment ${environment} runs nothing yet`);
    const headers = { etag: `"${environment}-${String(composition.revision)}"`, 'cache-control': 'no-cache' };
    return request.headers.get('if-none-match') === headers.etag
      ? new Response(null, { status: 304, headers })
      : Response.json(composition, { headers });
  };

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Only GET and HEAD\n', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const path = decoded(new URL(request.url).pathname);
    if (path === undefined) return page(NOT_FOUND, request);
    if (path === '/slipway.json') {
      return told(request);
    }
    if (path.startsWith('/slices/')) return releaseFile(store, path, request);
    if (hasEnding(path)) return notFound(path);
    return page(path, request);
  };
}
