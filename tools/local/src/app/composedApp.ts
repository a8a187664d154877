/**
 * Serves what an environment runs, straight from its release store: the documents of the revision in force, and the
 * files of every release. The pointer is read for each document, so a deploy shows at the next page load.
 */
import { currentComposition, documentName, revisionBase, type Store } from '@slipway/cli';
import mime from 'mime';

const NOT_FOUND = '/404';

const YEAR = 'public, max-age=31536000, immutable';

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

async function releaseFile(store: Store, path: string): Promise<Response> {
  const key = path.slice(1);
  const isPlain = !key.split('/').some((part) => part === '' || part.startsWith('.'));
  const bytes = isPlain ? await store.get(key) : undefined;
  if (!bytes) return notFound(path);
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': mime.getType(path) ?? 'application/octet-stream', 'cache-control': YEAR },
  });
}

export function composedApp(store: Store, environment: string): (request: Request) => Promise<Response> {
  const page = async (path: string): Promise<Response> => {
    const composition = await currentComposition(store, environment);
    if (!composition) return notFound(`the environment ${environment} runs nothing yet`);
    const base = revisionBase(environment, composition.revision);
    const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
    // The not-found page is no page to open: its own address is as unknown as any.
    const isPlain = /^\/[a-z0-9/-]*$/.test(trimmed) && trimmed !== NOT_FOUND;
    const own = isPlain ? await store.get(base + documentName(trimmed)) : undefined;
    const html = own ?? (await store.get(base + documentName(NOT_FOUND)));
    return new Response(html && new Uint8Array(html), {
      status: own ? 200 : 404,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    });
  };

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Only GET and HEAD\n', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const path = decoded(new URL(request.url).pathname);
    if (path === undefined) return page(NOT_FOUND);
    if (path === '/slipway.json') {
      const composition = await currentComposition(store, environment);
      return composition
        ? Response.json(composition, { headers: { 'cache-control': 'no-cache' } })
        : notFound(path);
    }
    if (path.startsWith('/slices/')) return releaseFile(store, path);
    if (hasEnding(path)) return notFound(path);
    return page(path);
  };
}
