/** Combines the shell's own pages and the composition's slices into one list of routes and one way to load a page. */
import { AppError, type ShellManifest } from '@slipway/contracts';
import { navEntriesOf } from '../composition/navigation';
import type { LazyModule } from '../loading/defineSlice';
import { recordFailure } from '../loading/failures';
import { isUnloaded, LoadFailure, textOf } from '../loading/loadFailure';
import { timeLimitsOf, within } from '../loading/loadSteps';
import { memoizePromise } from '../loading/memoizePromise';
import type { SliceLoader } from '../loading/sliceLoader';
import type { Host, HostRoute } from './hostContext';

/** Why a page of the shell could not be loaded. */
function failureOf(error: unknown): LoadFailure {
  if (error instanceof LoadFailure) return error;
  const [phase, part, code] = isUnloaded(error)
    ? (['load', 'chunk', 'slice_unreachable'] as const)
    : (['evaluate', 'page', 'unexpected'] as const);
  return new LoadFailure(phase, part, code, textOf(error), { cause: error });
}

export function createHost(
  manifest: ShellManifest,
  pages: Readonly<Record<string, LazyModule>>,
  services: Pick<Host, 'composition' | 'updateWatcher' | 'fallback' | 'flags' | 'hasTools'> & {
    loader: SliceLoader;
  },
): Host {
  const { composition, loader } = services;
  const limit = timeLimitsOf(composition).page;
  const shellPage = memoizePromise(async (path: string) => {
    const page = pages[path];
    if (!page) throw new AppError('not_found', `The shell has no page for ${path}`);
    try {
      return (await within(limit, page())).default;
    } catch (error) {
      const failure = failureOf(error);
      const { phase, part } = failure;
      recordFailure(
        { slice: manifest.id, version: composition.shell.version, owner: manifest.owner, phase, part },
        failure,
      );
      throw failure;
    }
  });
  const routes: HostRoute[] = [
    ...manifest.routes.map((route) => ({ ...route, shows: [...(route.shows ?? [])], slice: manifest.id })),
    ...Object.entries(composition.slices).flatMap(([slice, release]) =>
      release.routes.map((route) => ({ ...route, slice })),
    ),
  ];
  return {
    ...services,
    routes,
    redirects: Object.values(composition.slices).flatMap(({ redirects = [] }) => redirects),
    nav: navEntriesOf(composition, routes),
    page: ({ slice, path }) => (slice === manifest.id ? shellPage(path) : loader.part(slice, path)),
  };
}
