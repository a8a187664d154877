/**
 * What the development server answers: documents made on request, apps from source, everybody else's files from the
 * environment's store, its backend and gateway by way of this origin, and the news of builds.
 */
import { type Context, Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { streamSSE } from 'hono/streaming';
import { type Composition, isAppError } from '@slipway/contracts';
import { renderDocument } from '../composition/document';
import { securityHeaders } from '../composition/headers';
import { objectHeaders } from '../store/objectHeaders';
import type { Store } from '../store/store';
import type { Builds } from './builds';
import { inDevelopment, liveComposition } from './composition';

export interface Development {
  /** The environment's name. */
  environment: string;
  /** Its own address and its backend's, as this machine reaches them: see `reachable`. */
  address: string;
  backend: string;
  store: Store;
  builds: Builds;
  /** The slices from source. */
  slices: readonly string[];
  /** This server's own, such as `http://127.0.0.1:4300`. */
  origin: string;
}

/** As in a release: no word of it is looser. */
const headers = securityHeaders({ backend: '/', isSecure: false, allowOverrides: false });

/** Milliseconds before a page that lost the server asks again. */
const RECONNECT = 500;

const hasEnding = (path: string) => /\.[A-Za-z0-9]+$/.test(path);

const text = (words: string, status: number) =>
  new Response(`${words}\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });

const bytesOf = (key: string, bytes: Buffer, cacheControl: string) =>
  new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'content-type': objectHeaders(key).contentType, 'cache-control': cacheControl },
  });

export function developmentRoutes(development: Development): Hono {
  const { environment, address, backend, store, builds, slices, origin } = development;
  const live = () => liveComposition(store, environment);

  const routes = new Hono();
  // Another site's page could else lead its own name to this server and read what it answers.
  routes.use(async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (['127.0.0.1', 'localhost'].includes(hostname)) return next();
    return text(`This server is ${origin}`, 403);
  });

  routes.get('/_dev/events', (context) => events(context, builds));
  for (const path of ['/rest/*', '/auth/*']) {
    routes.all(path, (context) => handOn(context, backend, development));
  }
  routes.all('/v1/*', (context) => handOn(context, address, development));

  routes.get('/slipway.json', async () => {
    const { composition } = await ready(await live());
    return Response.json(composition, { headers: { ...headers, 'cache-control': 'no-store' } });
  });
  routes.get('/slices/:id/:version/:path{.+}', async (context) => {
    const { id, version, path } = context.req.param();
    const key = context.req.path.slice(1);
    if (builds.release(id) && (id === 'shell' || slices.includes(id))) {
      await builds.idle();
      const bytes = await builds.file(id, version, path);
      if (bytes) return bytesOf(path, bytes, 'no-store');
    }
    const bytes = await store.get(key);
    return bytes ? bytesOf(key, bytes, objectHeaders(key).cacheControl) : text(`Not found: /${key}`, 404);
  });
  routes.get('*', (context) =>
    hasEnding(context.req.path) ? text(`Not found: ${context.req.path}`, 404) : page(context.req.path),
  );
  routes.all('*', () => text('Only GET and HEAD', 405));
  routes.onError((error) => {
    if (!isAppError(error)) throw error;
    const answer = text(error.message, 503);
    answer.headers.set('refresh', '1'); // a page without a shell has nothing that could hear of the next build
    return answer;
  });
  return routes;

  async function ready(composition: Composition) {
    await builds.idle();
    return inDevelopment(composition, builds, slices);
  }

  async function page(path: string): Promise<Response> {
    const { composition, shell } = await ready(await live());
    const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
    const route = [
      ...shell.routes,
      ...Object.values(composition.slices).flatMap((slice) => slice.routes),
    ].find((one) => one.path === trimmed);
    return new Response(renderDocument(composition, shell, route), {
      status: route ? 200 : 404,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
}

/** The state now, and after each build. */
function events(context: Context, builds: Builds): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return streamSSE(context, async (stream) => {
    const tell = () => stream.writeSSE({ data: JSON.stringify(builds.state()), retry: RECONNECT });
    const gone = new Promise<void>((resolve) => {
      stream.onAbort(resolve);
    });
    const end = builds.onChange(() => void tell());
    await tell();
    await gone;
    end();
  });
}

/** The environment takes the request as one from its own page, which this page stands for. */
async function handOn(
  { req }: Context,
  target: string,
  { environment, address, origin }: Development,
): Promise<Response> {
  const { pathname, search } = new URL(req.url);
  const asked = req.header();
  const isOwn = asked['origin'] === origin;
  try {
    return await proxy(target + pathname + search, {
      raw: req.raw,
      redirect: 'manual',
      headers: {
        ...asked,
        ...{ host: undefined, referer: undefined, connection: undefined },
        ...(isOwn && { origin: address }),
      },
    });
  } catch (cause) {
    if (req.raw.signal.aborted) throw cause;
    return text(`${environment} does not answer at ${target}: is it running?`, 502);
  }
}
