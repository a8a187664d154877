/** Combines the shell's own pages and the composition's slices into one list of routes and one way to load a page. */
import { AppError, isAppError, type ShellManifest } from '@slipway/contracts';
import { navEntriesOf } from '../composition/navigation';
import type { LazyModule } from '../loading/defineSlice';
import { isUnloaded, LoadFailure, textOf } from '../loading/loadFailure';
import { timeLimitsOf, within } from '../loading/loadSteps';
import { memoizePromise } from '../loading/memoizePromise';
import type { SliceLoader } from '../loading/sliceLoader';
import type { Host, HostRoute } from './hostContext';

export function createHost(
  manifest: ShellManifest,
  pages: Readonly<Record<string, LazyModule>>,
  services: Pick<Host, 'composition' | 'updateWatcher' | 'fallback'> & { loader: SliceLoader },
): Host {
  const { composition, loader } = services;
  const limit = timeLimitsOf(composition).page;
  const shellPage = memoizePromise(async (path: string) => {
    const page = pages[path];
    if (!page) throw new AppError('not_found', `The shell has no page for ${path}`);
    try {
      return (await within(limit, page())).default;
    } catch (error) {
      if (isAppError(error)) throw error;
      const [phase, part, code] = isUnloaded(error)
        ? (['load', 'chunk', 'slice_unreachable'] as const)
        : (['evaluate', 'page', 'unexpected'] as const);
      throw new LoadFailure(phase, part, code, textOf(error), { cause: error });
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
    nav: navEntriesOf(composition, routes),
    page: ({ slice, path }) => (slice === manifest.id ? shellPage(path) : loader.part(slice, path)),
  };
}
