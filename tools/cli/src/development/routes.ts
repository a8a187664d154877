/**
 * The routes of the development server: documents rendered on request, files of apps from source, all other files from
 * the environment's store, its backend and gateway proxied on this origin, and build events.
 */
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { type Composition, isAppError, routeAt } from '@slipway/contracts';
import { trimmedPath } from '@slipway/server';
import { renderDocument } from '../composition/document';
import { contentPolicy, FILE_POLICY, policyOptions, securityHeaders } from '../composition/headers';
import { publicFolder } from '../store/keys';
import { objectHeaders } from '../store/objectHeaders';
import type { Store } from '../store/store';
import { type Builds, isPlain } from './builds';
import { inDevelopment, liveComposition } from './composition';
import { forward } from './forward';
import { localNamesOnly } from './localNames';

export interface Development {
  /** The environment's name. */
  environment: string;
  /** Its address and its backend's, as reachable from this machine: see `reachableAddress`. */
  address: string;
  backend: string;
  store: Store;
  builds: Builds;
  /** The slices from source. */
  slices: readonly string[];
  /** This server's origin, such as `http://127.0.0.1:4300`. */
  origin: string;
}

/** The same content security policy as a release. */
const headers = securityHeaders({
  backend: '/',
  isSecure: false,
  allowOverrides: false,
  isDevelopment: true,
});

/** Milliseconds before a page that lost the server reconnects. */
const RECONNECT = 500;

const hasEnding = (path: string) => /\.[A-Za-z0-9]+$/.test(path);

const text = (message: string, status: number) =>
  new Response(`${message}\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });

/** A file of a release or of a build, which is never a page. */
const unavailable = (message: string) => text(message, 502);

const bytesOf = (key: string, bytes: Buffer, cacheControl: string) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      'content-security-policy': FILE_POLICY,
      'content-type': objectHeaders(key).contentType,
      'cache-control': cacheControl,
    },
  });

export function developmentRoutes(development: Development): Hono {
  const { environment, address, backend, store, builds, slices, origin } = development;
  const live = () => liveComposition(store, environment);

  const routes = new Hono();
  routes.use(localNamesOnly(origin, (message) => text(message, 403)));

  routes.get('/_dev/events', (context) => events(context, builds));
  for (const path of ['/rest/*', '/auth/*']) {
    routes.all(path, (context) => forward(context, backend, development, unavailable));
  }
  routes.all('/v1/*', (context) => forward(context, address, development, unavailable));

  routes.get('/slipway.json', async () => {
    const { composition } = await ready(await live());
    return Response.json(composition, { headers: { ...headers, 'cache-control': 'no-store' } });
  });
  routes.get('/slices/:id/:version/:path{.+}', async (context) => {
    const { id, version, path } = context.req.param();
    const key = publicFolder(environment) + context.req.path;
    if (builds.release(id) && (id === 'shell' || slices.includes(id))) {
      await builds.idle();
      const bytes = await builds.file(id, version, path);
      if (bytes) return bytesOf(path, bytes, 'no-store');
    }
    const bytes = isPlain(path) ? await store.get(key) : undefined;
    return bytes
      ? bytesOf(key, bytes, objectHeaders(key).cacheControl)
      : text(`Not found: ${context.req.path}`, 404);
  });
  routes.get('*', (context) =>
    hasEnding(context.req.path) ? text(`Not found: ${context.req.path}`, 404) : page(context.req.path),
  );
  routes.all('*', () => text('Only GET and HEAD', 405));
  routes.onError((error) => {
    if (!isAppError(error)) throw error;
    const response = text(error.message, 503);
    response.headers.set('refresh', '1'); // without a shell, no script on the page can listen for the next build
    return response;
  });
  return routes;

  async function ready(composition: Composition) {
    await builds.idle();
    return inDevelopment(composition, builds, slices);
  }

  async function page(path: string): Promise<Response> {
    const { composition, shell } = await ready(await live());
    const trimmed = path.length > 1 ? trimmedPath(path) : path;
    const running = Object.values(composition.slices);
    const route = routeAt(
      [
        ...shell.routes,
        ...running.flatMap((slice) => slice.routes),
        ...running.flatMap(({ redirects = [] }) =>
          redirects.map(({ from }) => ({ path: from, title: '', access: 'public' as const })),
        ),
      ],
      trimmed,
    );
    return new Response(renderDocument(composition, shell, route), {
      status: route ? 200 : 404,
      headers: {
        ...headers,
        'content-security-policy': contentPolicy(policyOptions(composition)),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      },
    });
  }
}

/** Sends the state now and after each build. */
function events(context: Context, builds: Builds): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return streamSSE(context, async (stream) => {
    const send = () => stream.writeSSE({ data: JSON.stringify(builds.state()), retry: RECONNECT });
    const aborted = new Promise<void>((resolve) => {
      stream.onAbort(resolve);
    });
    const removeListener = builds.onChange(() => void send());
    await send();
    await aborted;
    removeListener();
  });
}
