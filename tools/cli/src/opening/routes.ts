/**
 * Serves one old revision: its documents as they were written, the files of its releases, and its backend on this origin
 * where it was on the app's. Writes to tables, accounts and the gateway are rejected; sign-in and function calls pass.
 */
import { Hono } from 'hono';
import { isAppError } from '@slipway/contracts';
import { trimmedPath } from '@slipway/server';
import { contentPolicy, FILE_POLICY, headerOnly, securityHeaders } from '../composition/headers';
import { WORKER_REVISION } from '../composition/siteFiles';
import { forward, type ForwardedFrom } from '../development/forward';
import { localNamesOnly } from '../development/localNames';
import { integrityOf } from '../release/integrity';
import { objectHeaders } from '../store/objectHeaders';
import type { Store } from '../store/store';
import type { OldRevision } from './oldRevision';

/** Signing in and out change only the session. Pages read with functions of the database, so calls of these pass. */
const isForwarded = (method: string, path: string) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) ||
  (method === 'POST' &&
    (['/auth/v1/token', '/auth/v1/logout'].includes(path) || path.startsWith('/rest/v1/rpc/')));

/** The policy that a document was written with. That of today may lack what an older shell needs. */
function writtenPolicy(document: Uint8Array): string | undefined {
  const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
    Buffer.from(document).toString(),
  )?.[1];
  return meta && [meta, ...headerOnly].join('; ');
}

export interface Opened extends ForwardedFrom {
  store: Store;
  revision: OldRevision;
  /** Returns the bytes of a document when the revision's signatures cover them. @throws `slice_untrusted` */
  verify: (key: string, bytes: Buffer | undefined) => Uint8Array;
}

export function openedRoutes({ store, revision, verify, ...from }: Opened): Hono {
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
  const respond = (key: string, bytes: Uint8Array, status: number, policyOfResponse: string) =>
    new Response(new Uint8Array(bytes), {
      status,
      headers: {
        ...headers,
        'content-security-policy': policyOfResponse,
        'content-type': objectHeaders(key).contentType,
        'cache-control': 'no-store',
      },
    });

  const routes = new Hono();
  routes.use(localNamesOnly(from.origin, (message) => text(message, 403)));
  for (const path of ['/rest/*', '/auth/*', '/v1/*']) {
    routes.all(path, (context) =>
      isForwarded(context.req.method, context.req.path)
        ? forward(context, from.address, from, (message) => text(message, 502))
        : text(`Read-only: this is revision ${String(composition.revision)} of ${from.environment}`, 405),
    );
  }
  routes.get('/slipway.json', () =>
    Response.json(composition, { headers: { ...headers, 'cache-control': 'no-store' } }),
  );
  routes.get('/slices/*', async ({ req }) => {
    const file = revision.files.get(req.path);
    if (!file) return text(`Not found: ${req.path}`, 404);
    const { key, integrity } = file;
    const bytes = await store.get(key);
    if (bytes && (integrity === undefined || integrityOf(bytes) === integrity)) {
      return respond(key, bytes, 200, FILE_POLICY);
    }
    return text(`${key} was removed from ${store.address} or altered in the meantime`, 502);
  });
  // Pages read from it which file has the slices that their document leaves out. Earlier revisions have none.
  routes.get(`/${WORKER_REVISION}`, async ({ req }) => {
    const bytes = await store.get(revision.script);
    return bytes
      ? respond(WORKER_REVISION, verify(revision.script, bytes), 200, FILE_POLICY)
      : text(`Not found: ${req.path}`, 404);
  });
  routes.get('*', async ({ req }) => {
    const path = req.path.length > 1 ? trimmedPath(req.path) : req.path;
    if (/\.[A-Za-z0-9]+$/.test(path)) return text(`Not found: ${path}`, 404);
    const { key, isFound } = revision.document(path);
    const bytes = verify(key, await store.get(key));
    return respond(key, bytes, isFound ? 200 : 404, writtenPolicy(bytes) ?? contentPolicy(policy));
  });
  routes.all('*', () => text('Only GET and HEAD', 405));
  routes.onError((error) => {
    if (!isAppError(error)) throw error;
    return text(error.message, 502);
  });
  return routes;
}
