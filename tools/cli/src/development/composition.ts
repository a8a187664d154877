/** The composition of a development page: the environment's current one, with apps from source replacing their releases. */
import {
  AppError,
  type ComposedSlice,
  type Composition,
  type ShellRelease,
  type ThirdParties,
} from '@slipway/contracts';
import { composeRelease } from '../composition/compose';
import { currentComposition } from '../composition/read';
import { releasePath } from '../store/keys';
import type { Store } from '../store/store';
import { type Builds, listedFiles } from './builds';

export interface DevelopmentComposition {
  composition: Composition;
  shell: ShellRelease;
}

/** The environment's current composition. @throws `not_found` before its first deploy */
export async function liveComposition(store: Store, environment: string): Promise<Composition> {
  const live = await currentComposition(store, environment);
  if (live) return live;
  throw new AppError(
    'not_found',
    `${environment} runs nothing yet: deploy to it first (for local: npm start)`,
  );
}

/** Browsers resolve every name below `localhost`, such as a preview's, to this machine; Node does not. */
export const reachableAddress = (address: string) =>
  address.replace(/^http:\/\/[a-z0-9-]+\.localhost(?=:|$)/, 'http://127.0.0.1');

/**
 * A slice that is not built yet comes from the environment. The backend is on the page's origin, and the server
 * forwards requests to the environment's backend.
 * @throws `unavailable` while the shell does not build
 */
export function inDevelopment(
  live: Composition,
  builds: Builds,
  slices: readonly string[],
): DevelopmentComposition {
  const shell = builds.release('shell');
  if (shell?.kind !== 'shell')
    throw new AppError('unavailable', 'The shell does not build: the terminal shows the error');
  return {
    // Without hashes, a bundle loads its files in another mode than a preload does, so a browser would load them twice.
    shell: { ...shell, pages: {} },
    composition: {
      ...live,
      shell: { version: shell.version, base: releasePath('shell', shell.version) },
      slices: { ...live.slices, ...Object.fromEntries(slices.flatMap((id) => fromSource(builds, id))) },
      backend: { ...live.backend, url: '/' },
      // With those that the source asks for: the check of a deploy compares it with what the environment grants.
      thirdParties: {
        ...live.thirdParties,
        ...Object.fromEntries(slices.flatMap((id) => askedBy(builds, id))),
      },
      health: undefined,
      allowOverrides: false,
      deterrent: false,
      serviceWorker: undefined,
    },
  };
}

function askedBy(builds: Builds, id: string): [string, ThirdParties][] {
  const release = builds.release(id);
  return release?.kind === 'slice' && release.thirdParties ? [[id, release.thirdParties]] : [];
}

/** Lists only the files that the loader fetches: the bundle loads the others, which change while a page runs. */
function fromSource(builds: Builds, id: string): [string, ComposedSlice][] {
  const release = builds.release(id);
  if (release?.kind !== 'slice') return [];
  const slice = composeRelease(release);
  const listed = listedFiles(release);
  const files = Object.fromEntries(Object.entries(slice.files).filter(([path]) => listed.includes(path)));
  return [[id, { ...slice, files, preload: {} }]];
}
