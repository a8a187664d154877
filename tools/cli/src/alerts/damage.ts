/** Finds files of running releases that are missing or altered, in the store and in the public area. */
import type { Release } from '@slipway/contracts';
import { copyFailures, fileFailures } from '../checks/files';
import { findRelease, servedRelease } from '../release/candidate';
import type { Store } from '../store/store';

/** Milliseconds between two checks of every byte of a release. */
const INTERVAL = 3_600_000;

export type FindDamage = (store: Store, environment: string, release: Release) => Promise<string[]>;

/** One line for each damaged file. It reads every file of a release once in an hour. */
export function createDamageFinder(): FindDamage {
  const checked = new Map<string, { at: number; found: string[] }>();
  return async (store, environment, release) => {
    const name = `${release.id}@${release.version}`;
    const known = checked.get(name);
    if (known && performance.now() - known.at < INTERVAL) return known.found;
    const published = await findRelease(store, release.id, release.version);
    const candidates = [servedRelease(store, environment, release), ...(published ? [published] : [])];
    const found = (
      await Promise.all(
        candidates.flatMap((candidate) => [fileFailures(candidate, true), copyFailures(candidate)]),
      )
    ).flat();
    checked.set(name, { at: performance.now(), found });
    return found;
  };
}
