/**
 * Replaces the platform's `startHost` in the contenders of `bench/pages.ts`: the same frame, pages, router and first render,
 * without what independent releases need. No composition, integrity, canary, recovery, health or service worker.
 */
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Composition, ShellManifest, SliceManifest } from '@slipway/contracts';
import { connect, createQueryClient } from '@slipway/data';
import { LinkProvider } from '@slipway/design-system';
import { log } from '@slipway/log';
import { startSession } from '@slipway/session';
import type { ComponentType } from 'react';
import { createHost } from '../../libs/platform/src/boot/createHost';
import { firstPage } from '../../libs/platform/src/boot/firstPage';
import { HostProvider } from '../../libs/platform/src/boot/HostProvider';
import type { ShellDefinition } from '../../libs/platform/src/boot/startHost';
import { noRest } from '../../libs/platform/src/composition/rest';
import { settingsProvider } from '../../libs/platform/src/flags/flagProvider';
import type { SliceModule } from '../../libs/platform/src/loading/defineSlice';
import { memoizePromise } from '../../libs/platform/src/loading/memoizePromise';
import { RouteError } from '../../libs/platform/src/routing/RouteError';
import { NotFoundRoute } from '../../libs/platform/src/routing/RoutePage';
import { RouterLink } from '../../libs/platform/src/routing/RouterLink';
import { routeTree } from '../../libs/platform/src/routing/routeTree';

/** The slices of a contender, set by its entry. */
interface Contender {
  slices: Readonly<
    Record<string, { manifest: SliceManifest; load: () => Promise<{ default: SliceModule }> }>
  >;
}
type Settings = Omit<Composition, 'slices'>;

declare global {
  interface Window {
    contender: Contender;
  }
}

const never = () => Promise.resolve(false as const);
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

function Started({ onStart }: { onStart: () => void }) {
  useLayoutEffect(onStart, [onStart]);
  return null;
}

/** Routes and navigation come from the manifests in the build. */
function composed({ slices }: Contender): Composition {
  const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '') as Settings;
  const releases = Object.entries(slices).map(([id, { manifest }]) => {
    const { owner, contract, routes, slots, nav } = manifest;
    const release = { version: id, owner, contract, base: '', entry: '', files: {}, preload: {} };
    return [id, { ...release, routes, slots, nav }] as const;
  });
  return { ...settings, slices: Object.fromEntries(releases) } as unknown as Composition;
}

export async function startHost(
  { manifest, pages, frame: Frame, onStart, onCrash }: ShellDefinition,
  root: HTMLElement,
): Promise<void> {
  const { contender } = window;
  const composition = composed(contender);
  await nextTask();
  connect(composition.backend);
  startSession();
  const queryClient = createQueryClient((error) => {
    log.error('a request failed', error);
  });
  const shell: ShellManifest = manifest;
  const moduleOf = async (id: string) => {
    const slice = contender.slices[id];
    if (!slice) throw new Error(`No slice ${id}`);
    return (await slice.load()).default;
  };
  const part = memoizePromise(async (id: string, key: string): Promise<ComponentType> => {
    const load = (await moduleOf(id)).parts[key];
    if (!load) throw new Error(`${id} has nothing for ${key}`);
    return (await load()).default;
  });
  const host = createHost(
    shell,
    pages,
    {
      ...{ composition, rest: noRest, flags: settingsProvider(composition), hasTools: false },
      loader: {
        part,
        startData: (id, path, context) => {
          void moduleOf(id).then(({ loaders }) => loaders?.[path]?.(context));
        },
      },
      updateWatcher: { shouldLoad: () => false, canUpdate: never },
      fallback: { guard: (_slice, loaded) => loaded, markWorking: () => undefined, afterCrash: never },
    },
    queryClient,
  );
  const router = createBrowserRouter([
    {
      element: <Frame />,
      errorElement: <RouteError />,
      children: [...routeTree(host), { path: '*', element: <NotFoundRoute /> }],
    },
  ]);
  await firstPage(host, window.location.pathname);
  const app = createRoot(root, { onUncaughtError: onCrash });
  startTransition(() => {
    app.render(
      <StrictMode>
        <HostProvider first={host} manifest={shell}>
          <QueryClientProvider client={queryClient}>
            <LinkProvider component={RouterLink}>
              <RouterProvider router={router} />
              <Started onStart={onStart} />
            </LinkProvider>
          </QueryClientProvider>
        </HostProvider>
      </StrictMode>,
    );
  });
}
