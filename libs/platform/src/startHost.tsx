/** Boots the app: reads the composition, connects the backend, registers the slices, and grafts all routes into one router. */
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { AppError, type Composition, parseShellManifest, type ShellManifest } from '@slipway/contracts';
import { connect, createQueryClient } from '@slipway/data';
import { LinkProvider } from '@slipway/design-system';
import { startSession } from '@slipway/session';
import { readComposition, sliceOfRoute } from './composition';
import type { LazyModule } from './defineSlice';
import { offersDeterrent } from './deterrent/offersDeterrent';
import { startDeterrent } from './deterrent/startDeterrent';
import { type Host, HostContext, type HostRoute } from './hostContext';
import { onePromise } from './onePromise';
import { RouteError } from './RouteError';
import { RouterLink } from './RouterLink';
import { NotFoundRoute, RoutePage } from './RoutePage';
import { createSliceLoader } from './sliceLoader';

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
export function startHost({ manifest, pages, frame: Frame }: ShellDefinition, root: HTMLElement): void {
  const composition = readComposition(document);
  connect(composition.backend);
  startSession();
  if (offersDeterrent(composition)) startDeterrent();

  const host = createHost(composition, parseShellManifest(manifest), pages);
  const queryClient = createQueryClient();
  const router = createBrowserRouter([
    {
      element: <Frame />,
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

function createHost(
  composition: Composition,
  manifest: ShellManifest,
  pages: ShellDefinition['pages'],
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
    routes,
    page: (path) => {
      const slice = sliceOfRoute(composition, path);
      return slice ? loader.part(slice, path) : own(path);
    },
  };
}
