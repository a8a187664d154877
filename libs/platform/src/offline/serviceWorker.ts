/**
 * The service worker: opens the app without a network. It keeps the files of one revision: the shell, and the slices that
 * this browser has used. Each file is verified when it is stored and when it is read. The release that a page runs is chosen by its
 * document, which comes from the network when there is one (decision 044).
 *
 * A classic script, so it is one file. The deploy writes `self.slipway` before it: the shell's files. It imports
 * `slipway-revision.js`, which has the values of one revision. When one of the two has changed, a browser installs the
 * worker of the other revision beside this one, from the same address.
 */
(() => {
  /** `tools/cli/src/composition/worker.ts` writes it. Integrity values by path. */
  interface Content {
    id: string;
    /** The paths of the shell's own pages. */
    pages: readonly string[];
    shell: Readonly<Record<string, string>>;
    lazy: Readonly<Record<string, string>>;
    /** The files of the shell's canary: kept by the browsers that use it. */
    canary?: { first: Readonly<Record<string, string>>; lazy: Readonly<Record<string, string>> };
  }
  interface Revision {
    /** The id of its worker. */
    worker?: string;
    revision: number;
    /** The integrity of the document that opens every page. */
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

  /** In the form that the policy of the environment requires. */
  const REVISION = '/slipway-revision.js';
  const policy = worker.trustedTypes?.createPolicy('slipway-loader', {
    createScriptURL: (address) => address,
  });
  worker.importScripts(policy?.createScriptURL(REVISION) ?? REVISION);
  const { worker: importer, revision, document: opening, rest } = worker.slipwayRevision;
  // A deploy of the shell came between the two scripts: the worker before stays, and the next page load tries again.
  if (importer !== id) throw new Error(`${REVISION} is of another worker`);

  const { origin } = self.location;

  /** Milliseconds that a page waits for its document where a kept one can open it. */
  const NETWORK_LIMIT = 4_000;
  /** The same for a file, which is mostly in the browser's own cache. */
  const FILE_LIMIT = 1_000;
  const OFFLINE = '/slipway-offline';
  const FILES = '/slices/';
  const PREFIX = 'slipway-';
  /** Two stores may give the same number. */
  const CACHE = `${PREFIX}${String(revision)}-${opening.slice(7, 15)}`;

  /** The files that every browser keeps, beside the document. */
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

  /** A kept file, also of another revision: most have the same content in each. */
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
    // The browser compares the hash. Its own cache may have an altered copy too. Its copy of the document may be that of another revision.
    const first = fetch(path, { integrity, ...(path === OFFLINE && { cache: 'no-cache' }) });
    return first.catch(() => fetch(path, { integrity, cache: 'reload' }));
  }

  const mayKeep = ({ ok, headers }: Response) => ok && !/no-store/.test(headers.get('cache-control') ?? '');

  /** Keeps a file. @throws when it cannot be fetched, or when the browser has no space left */
  async function keep(path: string, integrity: string): Promise<void> {
    if (await kept(path, integrity)) return;
    const response = await request(path, integrity);
    if (!mayKeep(response)) throw new TypeError(`${path} cannot be kept`);
    await (await own()).put(path, response);
  }

  /** The text of a file that is kept, or can be; empty when it was removed, and the network has another revision. */
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

  /** The addresses of a route; `routePath.ts` of the contracts describes its parameters. */
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
    /** Whether a path is one of a page. */
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

  /** A file's name without its hash and its version: the same file of another build. */
  const nameOf = (path: string) =>
    path.replace(/^\/slices\/([^/]+)\/[^/]+\//, '$1/').replace(/\.[0-9a-f]{16}(?=\.)/, '');

  /**
   * The files to keep for a browser that used these files, of this revision or of another, with their hashes: the same files,
   * and the first files of the pages and slots of their slices. With a canary, those of the release that was used, or of the
   * stable one if that is unknown. The stable shell is always kept.
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

  /** A file that cannot be loaded does not keep back the others. */
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
      // Such as no space: the worker before stays, with everything that it needs.
      await caches.delete(CACHE);
      throw failed.reason;
    }
    await keepAll(await keptPaths());
    // Safe for open pages: they have their document, and a path below `/slices/` has one content.
    await worker.skipWaiting();
  }

  /** Open pages may need files of the revision before. */
  async function activate(): Promise<void> {
    await Promise.all((await others()).slice(0, -1).map((name) => caches.delete(name)));
    // Earlier workers had enabled it. Firefox shows its own error page when a preload fails, whatever the worker answers.
    await worker.registration.navigationPreload?.disable();
    await worker.clients.claim();
  }

  /** The pages whose document came from the network, as far as this run of the worker knows. */
  const online = new Set<string>();
  /** The pages that this run of the worker has opened. */
  const opened = new Set<string>();

  async function openPage(event: WorkerEvent): Promise<Response> {
    online.add(event.resultingClientId);
    const network = fetch(event.request);
    event.waitUntil(network.catch(() => undefined));
    const answer = await Promise.race([network.catch(() => undefined), after(NETWORK_LIMIT)]);
    if (answer && answer.status < 500) return answer;
    const path = new URL(event.request.url).pathname.replace(/(?<=.)\/+$/, '');
    // First: without it, `known` would fetch a file, and the response would wait for that one.
    const found = await kept(OFFLINE, opening).catch(() => undefined);
    if (!found || !(await known()).isPage(path)) return network;
    online.delete(event.resultingClientId);
    opened.add(event.resultingClientId);
    return found;
  }

  /** A file of the shell does not wait for the composition. */
  const integrityOf = async (path: string) => shellFiles.get(path) ?? (await known()).files.get(path);

  /** Keeps a file that a page has loaded. `message` verifies those that are kept already, once the page is idle. */
  async function keepLoaded(path: string): Promise<void> {
    if (await (await own()).match(path)) return;
    const integrity = await integrityOf(path);
    if (integrity !== undefined) await keep(path, integrity);
  }

  /** A file of a page that has no network, or had none, or may have lost it: a kept one, when the network fails or is slow. */
  async function file(event: WorkerEvent, path: string): Promise<Response> {
    const network = fetch(event.request);
    const answer = await Promise.race([network.catch(() => undefined), after(FILE_LIMIT)]);
    if (answer?.ok) return answer;
    const integrity = await integrityOf(path);
    // A file without a known hash is of another revision: the page verifies it.
    const find = integrity === undefined ? caches.match(path) : kept(path, integrity);
    const found = await find.catch(() => undefined);
    if (found) return found;
    return integrity === undefined ? network : network.catch(() => request(path, integrity));
  }

  /** Names the file with all slices to a page that has no network. */
  const ownRevision = () =>
    new Response(`self.slipwayRevision=${JSON.stringify(worker.slipwayRevision)};\n`, {
      headers: { 'content-type': 'text/javascript' },
    });

  /**
   * For browsers with static routes: the response to a document does not pass through the worker, which sees it too, and
   * replaces an error. Requests to the backend do not start the worker. Files are not raced, because of V8: see `fetch`.
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
  // The files that a page has loaded, some of them before the worker was there.
  worker.addEventListener('message', (event) => {
    if (!Array.isArray(event.data)) return;
    // A page from before the worker, or of an earlier one. It reports when it is idle: both have had a network.
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
      // Chromium does not use the code that V8 has compiled before, if a worker sends a script: not even a response passed on.
      if (!worker.navigator.onLine || !online.has(event.clientId)) event.respondWith(file(event, path));
      event.waitUntil(keepLoaded(path).catch(() => undefined));
    }
  });
})();
