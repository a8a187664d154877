/** Finds what may not work on a development page, to print it once the page is ready. Nothing is rejected for it. */
import { type Composition, type Release, type SliceRelease } from '@slipway/contracts';
import { compatibilityFailures } from '../checks/compatibility';
import { findRelease } from '../release/candidate';
import type { Store } from '../store/store';
import type { Builds } from './builds';

/** Milliseconds that the backend may take to respond. */
const TIMEOUT = 3_000;

export interface CompatibilityContext {
  /** The environment's name. */
  environment: string;
  /** The backend's address, as reachable from this machine. */
  backend: string;
  store: Store;
  live: Composition;
  builds: Builds;
  slices: readonly string[];
}

const isSlice = (release: Release | undefined): release is SliceRelease => release?.kind === 'slice';

export async function warnings(context: CompatibilityContext): Promise<string[]> {
  const [incompatible, backend] = await Promise.all([
    compatibilityWarnings(context).catch((error: unknown) => [
      error instanceof Error ? error.message : String(error),
    ]),
    backendWarning(context),
  ]);
  return [...incompatible, ...backend];
}

async function compatibilityWarnings({
  store,
  live,
  builds,
  slices,
}: CompatibilityContext): Promise<string[]> {
  const shell = builds.release('shell');
  if (shell?.kind !== 'shell') return [];
  const others = Object.entries(live.slices).filter(([id]) => !slices.includes(id));
  const found = await Promise.all(others.map(([id, { version }]) => findRelease(store, id, version)));
  const releases = [...found.map((one) => one?.release), ...slices.map(builds.release)];
  return compatibilityFailures(shell, releases.filter(isSlice));
}

async function backendWarning({ environment, backend }: CompatibilityContext): Promise<string[]> {
  try {
    await fetch(`${backend}/auth/v1/health`, { signal: AbortSignal.timeout(TIMEOUT) });
    return [];
  } catch {
    return [`${environment} does not respond at ${backend}: pages open, but have no data until it does`];
  }
}
