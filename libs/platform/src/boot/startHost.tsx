/** Boots the app: reads the composition, connects the backend, registers the slices, and grafts all routes into one router. */
import { type ComponentType, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { AppError, type Composition, parseShellManifest, type ShellManifest } from '@slipway/contracts';
import { connect, createQueryClient } from '@slipway/data';
import { LinkProvider } from '@slipway/design-system';
import { log } from '@slipway/log';
import { startSession } from '@slipway/session';
import { readComposition, sliceOfRoute } from '../composition/composition';
import type { LazyModule } from '../loading/defineSlice';
import { offersDeterrent } from '../security/devtools-guard/offersDevtoolsGuard';
import { startDeterrent } from '../security/devtools-guard/startDevtoolsGuard';
import { type Host, HostContext, type HostRoute } from './hostContext';
import { navEntriesOf } from '../composition/navigation';
import { type NewerComposition, watchComposition } from '../composition/newerComposition';
import { onePromise } from '../loading/onePromise';
import { takeReleases } from '../releases/releases';
import { type OrReplaced, replacing } from '../releases/releaseFallback';
import { RouteError } from '../routing/RouteError';
import { RouterLink } from '../routing/RouterLink';
import { NotFoundRoute, RoutePage } from '../routing/RoutePage';
import { createSliceLoader } from '../loading/sliceLoader';
import { wantedOverrides } from '../composition/wantedOverrides';

export interface ShellDefinition {
  manifest: ShellManifest;
  /** Route path, or `404`, to the shell's own pages. */
  pages: Readonly<Record<string, LazyModule>>;
  /** The frame around every page; it renders the router's `Outlet`. */
  frame: ComponentType;
}

/**
 * Renders the app into `root`.
 * @throws `invalid_input` when the document's composition cannot be read
 */
export async function startHost(
  { manifest, pages, frame: Frame }: ShellDefinition,
  root: HTMLElement,
): Promise<void> {
  const releases = await takeReleases(readComposition(document));
  const { composition, bar } = releases.composition.allowOverrides
    ? await withOverrides(releases.composition)
    : { composition: releases.composition, bar: null };
  connect(composition.backend);
  startSession();
  if (offersDeterrent(composition)) startDeterrent();

  const queryClient = createQueryClient((error) => {
    log.error('a request failed', error);
  });
  const isWriting = () => queryClient.isMutating() > 0;
  const newer = watchComposition(composition, isWriting);
  const orReplaced = replacing(composition, releases, isWriting);
  const host = createHost(composition, parseShellManifest(manifest), pages, newer, orReplaced);
  const router = createBrowserRouter([
    {
      element: (
        <>
          <Frame />
          {bar}
        </>
      ),
      errorElement: <RouteError />,
      children: [
        ...host.routes.map((route) => ({
          path: route.path,
          element: <RoutePage key={route.path} route={route} />,
        })),
        { path: '*', element: <NotFoundRoute /> },
      ],
    },
  ]);

  // Every boundary records what it caught, once; React's own report would be a second.
  createRoot(root, { onCaughtError: () => undefined }).render(
    <StrictMode>
      <HostContext value={host}>
        <QueryClientProvider client={queryClient}>
          <LinkProvider component={RouterLink}>
            <RouterProvider router={router} />
          </LinkProvider>
        </QueryClientProvider>
      </HostContext>
    </StrictMode>,
  );
}

/** The composition with the slices from the person's own machine, and the bar that says so. */
async function withOverrides(
  composition: Composition,
): Promise<{ composition: Composition; bar: ReactNode }> {
  const wanted = wantedOverrides(window.location.search, window.sessionStorage);
  if (wanted.size === 0) return { composition, bar: null };
  // Fetched by those few who override something.
  const [{ applyOverrides }, { OverrideBar }] = await Promise.all([
    import('../composition/applyOverrides'),
    import('../composition/OverrideBar'),
  ]);
  const applied = await applyOverrides(composition, wanted);
  return { composition: applied.composition, bar: <OverrideBar overrides={applied.overrides} /> };
}

function createHost(
  composition: Composition,
  manifest: ShellManifest,
  pages: ShellDefinition['pages'],
  newer: NewerComposition,
  orReplaced: OrReplaced,
): Host {
  const loader = createSliceLoader(composition, manifest.contracts);
  const own = onePromise(async (path: string) => {
    const page = pages[path];
    if (!page) throw new AppError('not_found', `The shell has no page for ${path}`);
    return (await page()).default;
  });
  const routes: HostRoute[] = [
    ...manifest.routes.map((route) => ({ ...route, shows: [...(route.shows ?? [])], slice: manifest.id })),
    ...Object.entries(composition.slices).flatMap(([slice, { routes }]) =>
      routes.map((route) => ({ ...route, slice })),
    ),
  ];
  return {
    composition,
    loader,
    newer,
    orReplaced,
    routes,
    nav: navEntriesOf(composition, routes),
    page: (path) => {
      const slice = sliceOfRoute(composition, path);
      return slice ? loader.part(slice, path) : own(path);
    },
  };
}
