/** What a page runs in development: what the environment runs at this moment, with the apps from source in their places. */
import { AppError, type ComposedSlice, type Composition, type ShellRelease } from '@slipway/contracts';
import { composed } from '../composition/compose';
import { currentComposition } from '../composition/read';
import { releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { type Builds, promisedFiles } from './builds';

export interface DevelopmentComposition {
  composition: Composition;
  shell: ShellRelease;
}

/** What an environment runs. @throws `not_found` before its first deploy */
export async function liveComposition(store: Store, environment: string): Promise<Composition> {
  const live = await currentComposition(store, environment);
  if (live) return live;
  throw new AppError(
    'not_found',
    `${environment} runs nothing yet: deploy to it first (for local: npm start)`,
  );
}

/** Browsers lead every name below `localhost` to this machine, such as a preview's; Node asks the network for it. */
export const reachable = (address: string) =>
  address.replace(/^http:\/\/[a-z0-9-]+\.localhost(?=:|$)/, 'http://127.0.0.1');

/**
 * A slice that was never built is as the environment runs it, or absent. The backend is on the page's own origin, where
 * the server hands on to the environment's.
 * @throws `unavailable` while the shell cannot be built
 */
export function inDevelopment(
  live: Composition,
  builds: Builds,
  slices: readonly string[],
): DevelopmentComposition {
  const shell = builds.release('shell');
  if (shell?.kind !== 'shell')
    throw new AppError('unavailable', 'The shell cannot be built yet: the terminal says why');
  return {
    shell,
    composition: {
      ...live,
      shell: { version: shell.version, base: `/${releaseBase('shell', shell.version)}` },
      slices: { ...live.slices, ...Object.fromEntries(slices.flatMap((id) => fromSource(builds, id))) },
      backend: { ...live.backend, url: '/' },
      allowOverrides: false,
      deterrent: false,
    },
  };
}

/** Only the files that the loader fetches: the bundle gets the rest by itself, and they change under a running page. */
function fromSource(builds: Builds, id: string): [string, ComposedSlice][] {
  const release = builds.release(id);
  if (release?.kind !== 'slice') return [];
  const slice = composed(release);
  const promised = promisedFiles(release);
  const files = Object.fromEntries(Object.entries(slice.files).filter(([path]) => promised.includes(path)));
  return [[id, { ...slice, files, preload: {} }]];
}
