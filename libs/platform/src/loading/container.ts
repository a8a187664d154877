/**
 * Loads a slice's container, gives it the page's shared packages, and returns the slice's module. The shell's build
 * omits Module Federation's runtime (decisions 087, 103): the composition already decides which file runs. Each file is
 * verified: the manifest here, scripts by the fence, ES modules by `moduleEntry.ts`.
 */
import { AppError, isAppError } from '@slipway/contracts';
import { thrownBy } from './explainFailure';
import type { ShareScopes } from './containerRuntime';
import type { LoadSteps } from './loadSteps';
import { memoizePromise } from './memoizePromise';
import { loadModuleEntry } from './moduleEntry';
import type { Trust } from './trust';

/** A container as Module Federation defines it, the same for every bundler. */
interface Container {
  init(shares: object, initScope: unknown[], options: object): unknown;
  get(module: string): unknown;
}

/** The part of `mf-manifest.json` that describes how to load the container. */
interface FederationManifest {
  metaData: { globalName: string; remoteEntry: { name: string; path: string; type: string } };
}

/** Milliseconds after the time limit of a step until its request is aborted. The step reports the hang first. */
const GRACE = 500;

/**
 * Returns a function that loads the module of a slice, and in parallel the `chunks` of one of its parts. `entry` is the
 * URL of the federation manifest or of the container. The next call repeats a failed load; a container is loaded once.
 * @throws `slice_unreachable`, `slice_untrusted`, and the errors of the slice's own code
 */
export function createContainers(
  shareScopes: ShareScopes,
  trust: Trust,
  steps: LoadSteps,
): (slice: string, entry: string, chunks?: readonly string[]) => Promise<unknown> {
  /** The chunks of the part that is loading, by slice. */
  const wanted = new Map<string, readonly string[]>();
  const container = memoizePromise(async (slice: string, entry: string): Promise<Container> => {
    const { url, type, globalName } = await locate(slice, entry, trust, steps.limits.manifest);
    steps.reach(slice, 'entry');
    if (type === 'module' || type === 'esm') return (await loadModuleEntry(url, slice, trust)) as Container;
    const loading = loadScriptEntry(url, globalName);
    // Start the chunks early: the container would request them one after the other. A chunk only adds its modules to a
    // list, which the container reads when it runs. If one fails here, the container requests it again and reports the
    // failure.
    for (const chunk of wanted.get(slice) ?? []) if (chunk !== url) runScript(chunk).catch(() => undefined);
    return await loading;
  });

  const initialized = memoizePromise(async (slice: string, entry: string): Promise<Container> => {
    const loaded = await container(slice, entry);
    steps.reach(slice, 'module');
    const options = { version: '', shareScopeKeys: 'default' };
    // Not enumerable, as in Module Federation: a container copies all enumerable options.
    Object.defineProperty(options, 'shareScopeMap', { value: shareScopes });
    await loaded.init(shareScopes.default, [], options);
    return loaded;
  });

  return async (slice, entry, chunks = []) => {
    wanted.set(slice, chunks);
    const loaded = await initialized(slice, entry);
    const factory = (await loaded.get('./slice')) as () => unknown;
    return await factory();
  };
}

/**
 * The URL of the container.
 * @throws `slice_unreachable` for an HTML error page, which would look like an invalid manifest
 */
async function locate(slice: string, entry: string, trust: Trust, limit: number) {
  if (!entry.endsWith('.json')) return { url: entry, type: 'global', globalName: slice };
  const { metaData } = await fetchManifest(entry, trust.integrity(entry), limit + GRACE);
  const { name, path, type } = metaData.remoteEntry;
  const file = path === '' ? name : `${path.replace(/^\/|\/$/g, '')}/${name}`;
  return { url: new URL(file, entry).href, type, globalName: metaData.globalName };
}

async function fetchManifest(url: string, integrity: string, limit: number): Promise<FederationManifest> {
  try {
    const response = await fetch(url, { integrity, signal: AbortSignal.timeout(limit) });
    if (!response.ok)
      throw new AppError('slice_unreachable', `${url} returned status ${String(response.status)}`);
    return (await response.json()) as FederationManifest;
  } catch (error) {
    throw isAppError(error) ? error : unloaded(url, error);
  }
}

/** Runs a script that sets a global variable. The browser fires `load` even if its code threw. */
async function loadScriptEntry(url: string, globalName: string): Promise<Container> {
  await runScript(url);
  const container = (window as unknown as Partial<Record<string, Container>>)[globalName];
  if (container) return container;
  throw thrownBy(url) ?? new Error(`${url} sets no container called ${globalName}`);
}

/** `loadFailure.ts` recognizes the message. */
const unloaded = (url: string, cause?: unknown) => new Error(`Loading module ${url} failed`, { cause });

function runScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.fetchPriority = 'high';
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(unloaded(url));
    };
    script.src = url; // The fence adds the hash.
    document.head.append(script);
  });
}
