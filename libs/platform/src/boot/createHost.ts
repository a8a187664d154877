/** Combines the shell's own pages and the composition's slices into one list of routes and one way to load a page. */
import { AppError, type ShellManifest } from '@slipway/contracts';
import { navEntriesOf } from '../composition/navigation';
import type { LazyModule } from '../loading/defineSlice';
import { memoizePromise } from '../loading/memoizePromise';
import type { SliceLoader } from '../loading/sliceLoader';
import type { Host, HostRoute } from './hostContext';

export function createHost(
  manifest: ShellManifest,
  pages: Readonly<Record<string, LazyModule>>,
  services: Pick<Host, 'composition' | 'updateWatcher' | 'withFallback'> & { loader: SliceLoader },
): Host {
  const { composition, loader } = services;
  const shellPage = memoizePromise(async (path: string) => {
    const page = pages[path];
    if (!page) throw new AppError('not_found', `The shell has no page for ${path}`);
    return (await page()).default;
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
