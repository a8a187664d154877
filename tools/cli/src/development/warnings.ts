/** What may not work in a development page, found once it is ready and told in words; nothing is refused for it. */
import { type Composition, type Release, type SliceRelease } from '@slipway/contracts';
import { misfits } from '../checks/compatibility';
import { findRelease } from '../release/candidate';
import type { Store } from '../store/store';
import type { Builds } from './builds';

/** Milliseconds that an environment has to answer at all. */
const PATIENCE = 3_000;

export interface Doubtful {
  /** Its name. */
  environment: string;
  /** Its address, as this machine reaches it. */
  backend: string;
  store: Store;
  live: Composition;
  builds: Builds;
  slices: readonly string[];
}

const isSlice = (release: Release | undefined): release is SliceRelease => release?.kind === 'slice';

export async function doubts(about: Doubtful): Promise<string[]> {
  const [misfitting, silence] = await Promise.all([
    misfitsOf(about).catch((error: unknown) => [error instanceof Error ? error.message : String(error)]),
    silenceOf(about),
  ]);
  return [...misfitting, ...silence];
}

async function misfitsOf({ store, live, builds, slices }: Doubtful): Promise<string[]> {
  const shell = builds.release('shell');
  if (shell?.kind !== 'shell') return [];
  const others = Object.entries(live.slices).filter(([id]) => !slices.includes(id));
  const found = await Promise.all(others.map(([id, { version }]) => findRelease(store, id, version)));
  const releases = [...found.map((one) => one?.release), ...slices.map(builds.release)];
  return misfits(shell, releases.filter(isSlice));
}

async function silenceOf({ environment, backend }: Doubtful): Promise<string[]> {
  try {
    await fetch(`${backend}/auth/v1/health`, { signal: AbortSignal.timeout(PATIENCE) });
    return [];
  } catch {
    return [`${environment} does not answer at ${backend}: pages open, and have no data until it does`];
  }
}
