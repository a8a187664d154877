/**
 * Serves one old revision: its documents as they were written, the files of its releases, and its backend on this origin
 * where it was on the app's. Requests that could change data are rejected; sign-in works.
 */
import { Hono } from 'hono';
import { contentPolicy, FILE_POLICY, headerOnly, securityHeaders } from '../composition/headers';
import { forward, type ForwardedFrom } from '../development/forward';
import { objectHeaders } from '../store/objectHeaders';
import type { Store } from '../store/store';
import type { OldRevision } from './oldRevision';

/** Signing in and out change only the session. */
const sessionPaths = ['/auth/v1/token', '/auth/v1/logout'];

const isReading = (method: string, path: string) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) || (method === 'POST' && sessionPaths.includes(path));

/** The policy that a document was written with. That of today may lack what an older shell needs. */
function writtenPolicy(document: Buffer): string | undefined {
  const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(document.toString())?.[1];
  return meta && [meta, ...headerOnly].join('; ');
}

export interface Opened extends ForwardedFrom {
  store: Store;
  revision: OldRevision;
}

export function openedRoutes({ store, revision, ...from }: Opened): Hono {
  const { composition } = revision;
  const { allowOverrides } = composition;
  const policy = { backend: composition.backend.url, allowOverrides };
  // An older shell may load scripts without a hash. All files were checked before the server started.
  const headers = securityHeaders({ ...policy, isSecure: false, isDevelopment: true });
  const text = (message: string, status: number) =>
    new Response(`${message}\n`, {
      status,
      headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    });
  const stored = async (key: string, status: number, policyOf: (bytes: Buffer) => string) => {
    const bytes = await store.get(key);
    if (!bytes) return text(`${key} was removed from ${store.address} in the meantime`, 410);
    return new Response(new Uint8Array(bytes), {
      status,
      headers: {
        ...headers,
        'content-security-policy': policyOf(bytes),
        'content-type': objectHeaders(key).contentType,
        'cache-control': 'no-store',
      },
    });
  };

  const routes = new Hono();
  // Prevents DNS rebinding: another site could point its name at this server and read its responses.
  routes.use(async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (['127.0.0.1', 'localhost'].includes(hostname)) return next();
    return text(`This server is ${from.origin}`, 403);
  });
  for (const path of ['/rest/*', '/auth/*', '/v1/*']) {
    routes.all(path, (context) =>
      isReading(context.req.method, context.req.path)
        ? forward(context, from.address, from, (message) => text(message, 502))
        : text(`Read-only: this is revision ${String(composition.revision)} of ${from.environment}`, 405),
    );
  }
  routes.get('/slipway.json', () =>
    Response.json(composition, { headers: { ...headers, 'cache-control': 'no-store' } }),
  );
  routes.get('/slices/*', ({ req }) => {
    const key = revision.files.get(req.path);
    return key === undefined ? text(`Not found: ${req.path}`, 404) : stored(key, 200, () => FILE_POLICY);
  });
  routes.get('*', ({ req }) => {
    const path = req.path.length > 1 ? req.path.replace(/\/+$/, '') : req.path;
    if (/\.[A-Za-z0-9]+$/.test(path)) return text(`Not found: ${path}`, 404);
    const { key, isFound } = revision.document(path);
    return stored(key, isFound ? 200 : 404, (bytes) => writtenPolicy(bytes) ?? contentPolicy(policy));
  });
  routes.all('*', () => text('Only GET and HEAD', 405));
  return routes;
}
