/**
 * The service worker: opens the app without a network. It keeps the files of one revision: the shell, and the slices
 * that this browser has used. Each file is verified when it is stored and when it is read. The release that a page runs
 * is decided by its document, which comes from the network if there is one (decision 044).
 *
 * A classic script in one file. The deploy writes `self.slipway` before it: the shell's files. It imports
 * `slipway-revision.js`, which has the values of one revision. When either script has changed, the browser installs the
 * worker of the new revision in the background, from the same URL.
 */
(() => {
  /** Written by `tools/cli/src/composition/worker.ts`. Integrity values by path. */
  interface Content {
    id: string;
    /** The paths of the shell's own pages. */
    pages: readonly string[];
    shell: Readonly<Record<string, string>>;
    lazy: Readonly<Record<string, string>>;
    /** The files of the shell's canary. Browsers that run the canary keep them. */
    canary?: { first: Readonly<Record<string, string>>; lazy: Readonly<Record<string, string>> };
  }
  interface Revision {
    /** The id of its worker. */
    worker?: string;
    revision: number;
    /** The integrity of the document that can open every page. */
    document: string;
    /** The file with the whole composition. */
    rest: { path: string; integrity: string };
  }
  interface Release {
    base: string;
    files: Readonly<Record<string, string>>;
    routes: readonly { path: string }[];
    redirects?: readonly { from: string }[];
    preload: Readonly<Record<string, readonly string[]>>;
  }
  type Slices = Readonly<Record<string, Release & { canary?: { release: Release } }>>;

  interface WorkerEvent extends Event {
    /** In the `install` event of browsers that have static routes. */
    addRoutes?(rules: readonly object[]): Promise<void>;
    waitUntil(work: Promise<unknown>): void;
    readonly data: unknown;
    /** The page that sent a message. */
    readonly source: { id: string } | null;
    readonly request: Request;
    readonly clientId: string;
    readonly resultingClientId: string;
    respondWith(response: Promise<Response>): void;
  }
  interface Policy {
    createScriptURL(address: string): string;
  }
  /** TypeScript's library for workers excludes the one for pages. */
  interface Scope {
    slipway: Content;
    slipwayRevision: Revision;
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
    importScripts(address: string): void;
    registration: { navigationPreload?: { disable(): Promise<void> } };
    clients: { claim(): Promise<void> };
    navigator: { onLine: boolean };
    skipWaiting(): Promise<void>;
    addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  }

  const worker = self as unknown as Scope;
  const { id, pages, shell, lazy, canary } = worker.slipway;

  /** As the type that the environment's policy requires. */
  const REVISION = '/slipway-revision.js';
  const policy = worker.trustedTypes?.createPolicy('slipway-loader', {
    createScriptURL: (address) => address,
  });
  worker.importScripts(policy?.createScriptURL(REVISION) ?? REVISION);
  const { worker: importer, revision, document: opening, rest } = worker.slipwayRevision;
  // A deploy of the shell happened between the two requests. The current worker stays, and the next page load tries
  // again.
  if (importer !== id) throw new Error(`${REVISION} belongs to another worker`);

  const { origin } = self.location;

  /** Milliseconds that a page waits for its document from the network, if a stored one can open it. */
  const NETWORK_LIMIT = 4_000;
  /** Milliseconds for a file, which is usually in the browser's HTTP cache. */
  const FILE_LIMIT = 1_000;
  const OFFLINE = '/slipway-offline';
  const FILES = '/slices/';
  const PREFIX = 'slipway-';
  /** Two stores may use the same revision number. */
  const CACHE = `${PREFIX}${String(revision)}-${opening.slice(7, 15)}`;

  /** The files that every browser keeps, besides the document. */
  const shellFiles = new Map([...Object.entries(shell), [rest.path, rest.integrity]]);

  const after = (milliseconds: number) =>
    new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds));
  const own = () => caches.open(CACHE);
  const others = async () =>
    (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

  async function isIntact(response: Response, integrity: string): Promise<boolean> {
    const digest = await crypto.subtle.digest('SHA-384', await response.clone().arrayBuffer());
    return integrity === `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  }

  /** A stored file, also one of another revision: most files are the same in each. */
  async function kept(path: string, integrity: string): Promise<Response | undefined> {
    const cache = await own();
    const found = await cache.match(path);
    if (found && (await isIntact(found, integrity))) return found;
    if (found) await cache.delete(path);
    const earlier = await caches.match(path);
    if (!earlier || !(await isIntact(earlier, integrity))) return undefined;
    await cache.put(path, earlier.clone());
    return earlier;
  }

  /** @throws when there is no network, or when the file does not match its hash */
  async function request(path: string, integrity: string): Promise<Response> {
    // The browser verifies the hash. Its HTTP cache may have an altered copy, and its copy of the document may be of
    // another revision.
    const first = fetch(path, { integrity, ...(path === OFFLINE && { cache: 'no-cache' }) });
    return first.catch(() => fetch(path, { integrity, cache: 'reload' }));
  }

  const mayKeep = ({ ok, headers }: Response) => ok && !/no-store/.test(headers.get('cache-control') ?? '');

  /** Stores a file. @throws when it cannot be fetched, or when the browser has no space left */
  async function keep(path: string, integrity: string): Promise<void> {
    if (await kept(path, integrity)) return;
    const response = await request(path, integrity);
    if (!mayKeep(response)) throw new TypeError(`${path} cannot be kept`);
    await (await own()).put(path, response);
  }

  /**
   * The text of a file that is stored or can be fetched; empty if it was removed and the network has another revision.
   */
  async function textOf(path: string, integrity: string): Promise<string> {
    try {
      await keep(path, integrity);
      return (await (await kept(path, integrity))?.text()) ?? '';
    } catch {
      return '';
    }
  }

  /** All slices of the revision. */
  async function composed(): Promise<Slices> {
    const text = await textOf(rest.path, rest.integrity);
    return (JSON.parse(text ? text : '{"slices":{}}') as { slices: Slices }).slices;
  }

  const releasesOf = (all: Slices) =>
    Object.entries(all).map(([id, { canary, ...stable }]) => ({
      prefix: `/slices/${id}/`,
      releases: [stable, ...(canary ? [canary.release] : [])],
    }));

  /** The integrity of each file of a slice, by path. */
  const listed = ({ base, files }: Release): [string, string][] =>
    Object.entries(files).map(([file, integrity]) => [base + file, integrity]);

  /** A regular expression for the addresses of a route; `routePath.ts` of the contracts describes its parameters. */
  const expressionOf = (path: string) =>
    new RegExp(
      `^${path
        .replace(/\/\*$/, '(?:/.+)?')
        .replace(/\/:[^/]+\?/g, '(?:/[^/]+)?')
        .replace(/\/:[^/]+/g, '/[^/]+')
        .replace(/\/([a-z0-9-]+)\?/g, '(?:/$1)?')}$`,
    );

  interface Known {
    slices: Slices;
    /** Whether a path is that of a page. */
    isPage: (path: string) => boolean;
    /** Integrity values by path. */
    files: ReadonlyMap<string, string>;
  }
  async function readKnown(): Promise<Known> {
    const all = await composed();
    const ofSlices = releasesOf(all).flatMap(({ releases }) => releases.flatMap(listed));
    const routes = Object.values(all).flatMap(({ routes: own, redirects = [] }) => [
      ...own.map(({ path }) => path),
      ...redirects.map(({ from }) => from),
    ]);
    const expressions = [...pages, ...routes].map(expressionOf);
    return {
      slices: all,
      isPage: (path) => expressions.some((expression) => expression.test(path)),
      files: new Map([
        ...shellFiles,
        ...[lazy, canary?.first ?? {}, canary?.lazy ?? {}].flatMap((listed) => Object.entries(listed)),
        ...ofSlices,
      ]),
    };
  }
  let read: Promise<Known> | undefined;
  /** The files of this revision. */
  const known = () => (read ??= readKnown());

  /** A file's name without its hash and version, which other builds of the same file share. */
  const nameOf = (path: string) =>
    path.replace(/^\/slices\/([^/]+)\/[^/]+\//, '$1/').replace(/\.[0-9a-f]{16}(?=\.)/, '');

  /**
   * The files to store, with their hashes, for a browser that has used the files `used` of any revision: the same
   * files, and the first files of the pages and slots of their slices. Of a slice with a canary, those of the release
   * that was used, or of the stable one if that is unknown. The stable shell is always included.
   */
  async function wanted(used: readonly string[]): Promise<Map<string, string>> {
    const names = new Set(used.map(nameOf));
    const files = new Map([
      ...shellFiles,
      ...Object.entries(lazy).filter(([path]) => names.has(nameOf(path))),
    ]);
    const ofCanary = Object.entries(canary?.first ?? {});
    if (ofCanary.some(([path]) => used.includes(path)))
      for (const [path, integrity] of ofCanary) files.set(path, integrity);
    for (const { prefix, releases } of releasesOf((await known()).slices)) {
      const ofSlice = used.filter((path) => path.startsWith(prefix));
      const same = releases.filter(({ base }) => ofSlice.some((path) => path.startsWith(base)));
      for (const release of ofSlice.length === 0 ? [] : same.length > 0 ? same : releases.slice(0, 1)) {
        const first = new Set(
          Object.values(release.preload)
            .flat()
            .map((file) => release.base + file),
        );
        for (const [path, integrity] of listed(release))
          if (first.has(path) || names.has(nameOf(path))) files.set(path, integrity);
      }
    }
    return files;
  }

  /** Ignores files that cannot be fetched. */
  const keepAll = async (used: readonly string[]) =>
    Promise.allSettled([...(await wanted(used))].map(([path, integrity]) => keep(path, integrity)));

  async function keptPaths(): Promise<string[]> {
    const requests = (await others()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname);
  }

  async function install(): Promise<void> {
    const files = [[OFFLINE, opening] as const, ...shellFiles];
    const results = await Promise.allSettled(files.map(([path, integrity]) => keep(path, integrity)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      // There may be no space left. The current worker stays, with all files that it needs.
      await caches.delete(CACHE);
      throw failed.reason;
    }
    await keepAll(await keptPaths());
    // Safe for open pages: they keep their document, and a file below `/slices/` never changes.
    await worker.skipWaiting();
  }

  /** Keeps the files of the previous revision: open pages may need them. */
  async function activate(): Promise<void> {
    await Promise.all((await others()).slice(0, -1).map((name) => caches.delete(name)));
    // Earlier versions of the worker had enabled it. Firefox shows its own error page when a preload fails, whatever
    // the worker responds.
    await worker.registration.navigationPreload?.disable();
    await worker.clients.claim();
  }

  /** The pages whose document came from the network, since this worker was started. */
  const online = new Set<string>();
  /** The pages that this worker has opened from a stored document, since it was started. */
  const opened = new Set<string>();

  async function openPage(event: WorkerEvent): Promise<Response> {
    online.add(event.resultingClientId);
    const network = fetch(event.request);
    event.waitUntil(network.catch(() => undefined));
    const answer = await Promise.race([network.catch(() => undefined), after(NETWORK_LIMIT)]);
    if (answer && answer.status < 500) return answer;
    const path = new URL(event.request.url).pathname.replace(/(?<=.)\/+$/, '');
    // Look for the document first: otherwise `known` would fetch a file, and the response would wait for it.
    const found = await kept(OFFLINE, opening).catch(() => undefined);
    if (!found || !(await known()).isPage(path)) return network;
    online.delete(event.resultingClientId);
    opened.add(event.resultingClientId);
    return found;
  }

  /** Files of the shell do not wait for the composition. */
  const integrityOf = async (path: string) => shellFiles.get(path) ?? (await known()).files.get(path);

  /**
   * Stores a file that a page has loaded. Files that are stored already are verified by `message`, when the page is
   * idle.
   */
  async function keepLoaded(path: string): Promise<void> {
    if (await (await own()).match(path)) return;
    const integrity = await integrityOf(path);
    if (integrity !== undefined) await keep(path, integrity);
  }

  /** A file for a page that may have no network: from the network, or, if that fails or is slow, a stored one. */
  async function file(event: WorkerEvent, path: string): Promise<Response> {
    const network = fetch(event.request);
    const answer = await Promise.race([network.catch(() => undefined), after(FILE_LIMIT)]);
    if (answer?.ok) return answer;
    const integrity = await integrityOf(path);
    // A file without a known hash is of another revision. The page verifies it.
    const find = integrity === undefined ? caches.match(path) : kept(path, integrity);
    const found = await find.catch(() => undefined);
    if (found) return found;
    return integrity === undefined ? network : network.catch(() => request(path, integrity));
  }

  /** Tells a page that has no network where the file with all slices is. */
  const ownRevision = () =>
    new Response(`self.slipwayRevision=${JSON.stringify(worker.slipwayRevision)};\n`, {
      headers: { 'content-type': 'text/javascript' },
    });

  /**
   * For browsers with static routes. Documents come from the network directly; the worker receives a copy of the
   * response and replaces only an error. Requests to the backend do not start the worker. Files are not raced, because
   * of V8: see `fetch`.
   */
  const routes = [
    {
      condition: { requestMode: 'navigate', requestMethod: 'GET' },
      source: 'race-network-and-fetch-handler',
    },
    { condition: { urlPattern: `${FILES}*` }, source: 'fetch-event' },
    { condition: { urlPattern: REVISION }, source: 'fetch-event' },
    { condition: { not: { requestMode: 'navigate' } }, source: 'network' },
  ];

  worker.addEventListener('install', (event) => {
    event.addRoutes?.(routes).catch(() => undefined); // then the worker answers
    event.waitUntil(install());
  });
  worker.addEventListener('activate', (event) => {
    event.waitUntil(activate());
  });
  // The files that a page has loaded, some before the worker controlled it.
  worker.addEventListener('message', (event) => {
    if (!Array.isArray(event.data)) return;
    // A page from before this worker started, or of an earlier worker. It sends this when it is idle, so it has a
    // network.
    if (event.source && !opened.has(event.source.id)) online.add(event.source.id);
    const used = event.data.filter((path) => typeof path === 'string');
    const keepUsed = async () => {
      const { files } = await known();
      await keepAll(used.filter((path) => files.has(path)));
    };
    event.waitUntil(keepUsed().catch(() => undefined));
  });
  worker.addEventListener('fetch', (event) => {
    const { method, mode, url, headers } = event.request;
    const address = new URL(url);
    if (method !== 'GET' || address.origin !== origin || headers.has('authorization')) return;
    const path = address.pathname;
    if (mode === 'navigate') event.respondWith(openPage(event));
    else if (path === REVISION) event.respondWith(fetch(event.request).catch(ownRevision));
    else if (path.startsWith(FILES) && !headers.has('range')) {
      // If a worker responds with a script, even one from the network, Chromium does not use V8's cached code for it.
      if (!worker.navigator.onLine || !online.has(event.clientId)) event.respondWith(file(event, path));
      event.waitUntil(keepLoaded(path).catch(() => undefined));
    }
  });
})();
