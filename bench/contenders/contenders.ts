/** The contenders of `bench/pages.ts`, each built, served on a separate port, and with a next release of the marketplace. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../profiles';
import { buildMonolith, buildStock, type Contender, filesOf } from './build';
import { redeploy } from './redeploy';
import type { Series } from './report';
import { type Certificate, type ContenderServer, type File, serve } from './serve';
import { buildSingleSpa } from './singleSpa';

/** The slice that is redeployed, and that fails. */
export const CHANGED = 'marketplace';

export interface Side extends Series {
  origin: string;
  server: ContenderServer;
  session?: Session;
  isOf: Contender['isOf'];
  /** Serves the next release of the slice. */
  change(): Promise<void>;
}

const builders = { monolith: buildMonolith, stock: buildStock, 'single-spa': buildSingleSpa };
export const names = ['ours', ...Object.keys(builders)];
const BEFORE = 'before';

/** Our files and documents, as the local server has them: with the caching of files, and with deltas. */
const ourFile =
  (origin: string, routes: readonly string[]) =>
  async (path: string, earlier: string | undefined): Promise<File | undefined> => {
    const isFile = path.startsWith('/slices/') || /^\/(?:slipway[.-][^/]*|favicon\.ico)$/.test(path);
    if (!isFile && !routes.includes(path)) return undefined;
    const headers = {
      'accept-encoding': earlier === undefined ? 'identity' : 'dcz',
      ...(earlier !== undefined && { 'available-dictionary': earlier }),
    };
    const ask = () => fetch(origin + path, { headers });
    // While this process compresses a file, the server closes a connection that fetch then uses.
    const response = await ask().catch(ask);
    if (!response.ok) throw new Error(`${path} returned status ${String(response.status)}`);
    const kept = [...response.headers].filter(([name]) =>
      /^(?:content-type|content-encoding|content-security-policy|cache-control|vary|use-as-dictionary|x-)/.test(
        name,
      ),
    );
    return { body: Buffer.from(await response.arrayBuffer()), headers: Object.fromEntries(kept) };
  };

/** The backend and the site: the other contenders have the rest in their build. */
async function settingsOf(origin: string): Promise<string> {
  const html = await (await fetch(origin)).text();
  const text = /id="slipway-composition">([^<]*)</.exec(html)?.[1] ?? '';
  const { schema, environment, revision, createdAt, site, address, backend, shell } = JSON.parse(
    text,
  ) as Record<string, unknown>;
  return JSON.stringify({ schema, environment, revision, createdAt, site, address, backend, shell });
}

interface Setting {
  root: string;
  place: string;
  port: number;
  /** Where the app of this checkout runs. */
  app: string;
  /** Where the app of an earlier commit runs. */
  before?: string | undefined;
  routes: readonly string[];
  certificate: Certificate;
  wanted: readonly string[];
}

export async function startContenders(setting: Setting): Promise<Side[]> {
  const { root, place, port, app, before, routes, certificate, wanted } = setting;
  const settings = await settingsOf(app);
  const startSide = async (
    name: string,
    fileOf: (path: string, earlier: string | undefined) => Promise<File | undefined>,
    { isOf, change }: Pick<Side, 'isOf' | 'change'>,
    backend = app,
  ): Promise<Side> => {
    const own = port + 1 + [...names, BEFORE].indexOf(name);
    const server = await serve(own, certificate, backend, fileOf);
    const origin = `https://127.0.0.1:${String(own)}`;
    const changed = async () => {
      await change();
      server.forget();
    };
    return { name, origin, server, isOf, change: changed, values: new Map() };
  };
  const sides: Side[] = [];
  const isOf: Side['isOf'] = (id, path) => path.startsWith(`/slices/${id}/`);
  if (wanted.includes('ours')) {
    const home = join(place, 'home');
    sides.push(
      await startSide('ours', ourFile(app, routes), {
        isOf,
        change: () => redeploy(CHANGED, { root, home, place, origin: app }),
      }),
    );
  }
  if (before !== undefined) {
    const change = () => Promise.reject(new Error('An earlier commit is not redeployed'));
    sides.push(await startSide(BEFORE, ourFile(before, routes), { isOf, change }, before));
  }
  for (const [name, build] of Object.entries(builders)) {
    if (!wanted.includes(name)) continue;
    const built = async (version: string, changed?: string) => {
      const folder = join(place, version, name);
      mkdirSync(folder, { recursive: true });
      const contender = await build(folder, settings, changed);
      return { ...contender, files: filesOf(contender.folder) };
    };
    let current = await built('first');
    const fileOf = (path: string): Promise<File | undefined> => {
      const { files, documentOf } = current;
      const body = files.get(path) ?? (routes.includes(path) ? Buffer.from(documentOf(path)) : undefined);
      return Promise.resolve(body && { body, headers: {} });
    };
    sides.push(
      await startSide(name, fileOf, {
        isOf: (id, path) => current.isOf(id, path),
        change: async () => {
          current = await built('second', CHANGED);
        },
      }),
    );
  }
  return sides;
}
