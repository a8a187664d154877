/**
 * The platform's host for the contenders of `bench/pages.ts`: the same pages and providers, without what independent releases
 * need. No composition, integrity, canary, recovery, health or service worker.
 */
import { type ComponentType, StrictMode } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router-dom';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Composition, SliceManifest } from '@slipway/contracts';
import { connect, createQueryClient } from '@slipway/data';
import { LinkProvider, nextFrame } from '@slipway/design-system';
import { log } from '@slipway/log';
import { startSession } from '@slipway/session';
import { createHost } from '../../libs/platform/src/boot/createHost';
import { type Host, HostContext } from '../../libs/platform/src/boot/hostContext';
import type { ShellDefinition } from '../../libs/platform/src/boot/startHost';
import { Started, Styled } from '../../libs/platform/src/boot/Started';
import { noRest } from '../../libs/platform/src/composition/rest';
import { settingsProvider } from '../../libs/platform/src/flags/flagProvider';
import type { SliceModule } from '../../libs/platform/src/loading/sliceParts';
import { memoizePromise } from '../../libs/platform/src/loading/memoizePromise';
import { loaderIn, partIn } from '../../libs/platform/src/loading/sliceModule';
import { RouterLink } from '../../libs/platform/src/routing/RouterLink';

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

export interface ContenderHost {
  host: Host;
  queryClient: QueryClient;
}

/** Connects the backend, starts the session and knows the pages, as the platform's `startHost`. */
export function contenderHost({ manifest, pages }: ShellDefinition): ContenderHost {
  const { contender } = window;
  const composition = composed(contender);
  connect(composition.backend);
  startSession();
  const queryClient = createQueryClient((error) => {
    log.error('a request failed', error);
  }, nextFrame);
  const moduleOf = async (id: string) => {
    const slice = contender.slices[id];
    if (!slice) throw new Error(`No slice ${id}`);
    return (await slice.load()).default;
  };
  const part = memoizePromise(async (id: string, key: string): Promise<ComponentType> => {
    const load = partIn(await moduleOf(id), key);
    if (!load) throw new Error(`${id} has no page or slot ${key}`);
    return (await load()).default;
  });
  const host = createHost(
    manifest,
    pages,
    {
      ...{ composition, rest: noRest, flags: settingsProvider(composition), hasTools: false },
      loader: {
        part,
        startData: (id, path, context) =>
          moduleOf(id)
            .then(async (module) => void (await loaderIn(module, path)?.(context)))
            .catch(() => undefined), // `part` reports it
      },
      updateWatcher: { shouldLoad: () => false, canUpdate: never },
      fallback: { guard: (_slice, loaded) => loaded, markWorking: () => undefined, afterCrash: never },
    },
    queryClient,
  );
  return { host, queryClient };
}

/** The providers of the platform around a router. */
export const Hosted = ({
  app: { host, queryClient },
  router,
  onStyles,
  onStart,
}: {
  app: ContenderHost;
  router: ReturnType<typeof createBrowserRouter>;
  onStyles: () => void;
  onStart: () => void;
}) => (
  <StrictMode>
    <HostContext value={host}>
      <QueryClientProvider client={queryClient}>
        <LinkProvider component={RouterLink}>
          <Styled onStyles={onStyles} />
          <RouterProvider router={router} />
          <Started onStart={onStart} />
        </LinkProvider>
      </QueryClientProvider>
    </HostContext>
  </StrictMode>
);
