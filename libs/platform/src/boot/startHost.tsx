/** Starts the app: reads the composition, connects the backend, registers the slices and renders all routes in one router. */
import { type ComponentType, startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { type Composition, routeAt, type ShellManifest } from '@slipway/contracts';
import { connect, createQueryClient } from '@slipway/data';
import { LinkProvider, nextFrame } from '@slipway/design-system';
import { log } from '@slipway/log';
import { startSession } from '@slipway/session';
import { readComposition } from '../composition/composition';
import { createRest } from '../composition/rest';
import { createUpdateWatcher } from '../composition/updateWatcher';
import { type FlagProvider, settingsProvider } from '../flags/flagProvider';
import { startHealth } from '../health/startHealth';
import type { SliceModule } from '../loading/sliceParts';
import { recordFailure } from '../loading/failures';
import { installFence } from '../loading/fence';
import { createSliceLoader } from '../loading/sliceLoader';
import { createTrust } from '../loading/trust';
import { registerWorker } from '../offline/registerWorker';
import { hasOverrides, ReleaseToolsPlace } from '../overrides/ReleaseToolsPlace';
import { isOverridden } from '../overrides/wantedOverrides';
import { createReleaseFallback } from '../releases/releaseFallback';
import { chooseReleases } from '../releases/releases';
import { isCanaryShell, runningShell } from '../releases/runningShell';
import { Pages } from '../routing/Pages';
import { RouteError } from '../routing/RouteError';
import { routeTree } from '../routing/routeTree';
import { RouterLink } from '../routing/RouterLink';
import { NotFoundRoute } from '../routing/RoutePage';
import { isDevtoolsGuardAvailable } from '../security/devtools-guard/isDevtoolsGuardAvailable';
import { startDevtoolsGuard } from '../security/devtools-guard/startDevtoolsGuard';
import { sandboxKit } from '../sandbox/sandboxKit';
import { afterFirstPage } from './afterFirstPage';
import { createHost } from './createHost';
import { showInDevelopment } from './developmentErrors';
import { firstPage } from './firstPage';
import { HostContext } from './hostContext';
import { needsRest, unknownTo } from './needsRest';
import { Started, Styled } from './Started';

/** The route of the frame, to which routes are added later. */
const FRAME = 'frame';

/** The parts of a shell, to start the app. */
export interface ShellDefinition {
  manifest: ShellManifest;
  /** The shell's own pages by route path, and `404`. */
  pages: NonNullable<SliceModule['pages']>;
  /** The frame around every page; it renders the router's `Outlet`. */
  frame: ComponentType;
  /** Decides flags instead of the environment's settings, such as a provider of OpenFeature. */
  flagProvider?: FlagProvider;
  /** Called when the app is rendered for the first time: its styles must apply from now on. */
  onStyles: () => void;
  /** Called when the app is on screen for the first time. */
  onStart: () => void;
  /** Called when an error outside every error boundary has removed the app. */
  onCrash: () => void;
}

/** The page of a slice that runs in a frame. Loaded on demand: other pages do not need it. */
const sandboxed = async (slice: string, path: string) =>
  (await import('../sandbox/SandboxedPage')).sandboxedPage(slice, path, sandboxKit);

/** Starts a new task: on a slow phone, evaluating the shell's code and starting it are long tasks each. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Renders the app into `root`.
 * @throws `invalid_input` when the document's composition is missing or of another format
 */
export async function startHost(
  { manifest: shell, pages, frame: Frame, flagProvider, onStyles, onStart, onCrash }: ShellDefinition,
  root: HTMLElement,
): Promise<void> {
  const composed = readComposition(document);
  const { admit, workerAddress } = installFence(runningShell(composed.shell).base, window);
  await nextTask();
  const late: ((slices: Composition['slices']) => Promise<void> | void)[] = [];
  const rest = createRest(composed, async (slices) => {
    Object.assign(composed.slices, slices);
    for (const add of late) await add(slices);
  });
  const hasWanted = isOverridden(window.location.search);
  if (hasWanted || needsRest(composed, shell, window.location)) await rest.load().catch(() => undefined); // then the page reports what is missing
  if (process.env.SLIPWAY_LANGUAGES === 'translated') {
    const { startLanguage } = await import('../languages/startLanguage');
    late.push(await startLanguage(composed, shell));
  }
  const releases = await chooseReleases(composed);
  const hasTools = hasOverrides(composed);
  const { composition, overrideBanner } =
    hasTools && hasWanted
      ? await (await import('../overrides/forOverrides')).startOverrides(composed, releases.composition)
      : { composition: releases.composition, overrideBanner: null };
  const trust = createTrust(composition, window.location.origin);
  admit(trust);
  late.push(async (slices) => {
    await releases.add(slices);
    for (const id of Object.keys(slices)) {
      const release = releases.composition.slices[id];
      if (release) composition.slices[id] ??= release;
    }
    trust.add(composition.slices);
  });
  connect(composition.backend);
  startSession();
  if (isDevtoolsGuardAvailable(composition)) startDevtoolsGuard();

  const queryClient = createQueryClient((error) => {
    log.error('a request failed', error);
  }, nextFrame);
  const isSaving = () => queryClient.isMutating() > 0;
  const host = createHost(
    shell,
    pages,
    {
      composition,
      rest,
      loader: createSliceLoader(composition, shell.contracts, trust, rest, sandboxed),
      updateWatcher: createUpdateWatcher(composed, rest, isSaving),
      fallback: createReleaseFallback(composition, releases, isSaving),
      flags: flagProvider ?? settingsProvider(composition),
      hasTools,
    },
    queryClient,
  );
  const added = unknownTo(host);
  const routes = [
    {
      id: FRAME,
      element: (
        <>
          <Frame />
          {overrideBanner}
          {hasTools && <ReleaseToolsPlace composed={composed} />}
        </>
      ),
      errorElement: <RouteError />,
      children: [...routeTree(host), { path: '*', element: <NotFoundRoute /> }],
    },
  ];
  const router = createBrowserRouter(routes, {
    // Lets the router render the first route at once: it replaces the prerendered page without a blank frame.
    hydrationData: { loaderData: {} },
    ...(!rest.isComplete() && {
      async patchRoutesOnNavigation({ path, patch, signal }) {
        if (!rest.isComplete() && routeAt(host.routes, path)) return;
        await rest.load().catch(() => undefined);
        if (!signal.aborted) patch(FRAME, routeTree(added(host)));
      },
    }),
  });

  startHealth(composed, composition, releases.composition, router);
  const onFirstPage = afterFirstPage(() => {
    rest.load().catch(() => undefined); // a link or a slot asks again
    registerWorker(composition, workerAddress);
  });

  await firstPage(host, window.location, document.documentElement.dataset);
  const { version } = composition.shell;
  const app = createRoot(root, {
    // Error boundaries record the errors that they catch; React would log them again.
    onCaughtError: showInDevelopment,
    onUncaughtError(error, info) {
      showInDevelopment(error, info);
      recordFailure({ slice: shell.id, version, owner: shell.owner, phase: 'render', part: 'shell' }, error);
      onCrash();
      if (isCanaryShell()) void host.fallback.afterCrash(shell.id, error);
    },
  });
  // In a transition, React yields every five milliseconds. Otherwise this would be the page's longest task.
  startTransition(() => {
    app.render(
      <StrictMode>
        <HostContext value={host}>
          <QueryClientProvider client={queryClient}>
            <LinkProvider component={RouterLink}>
              <Styled onStyles={onStyles} />
              <Pages router={router} />
              <Started
                onStart={() => {
                  onStart();
                  onFirstPage();
                }}
              />
            </LinkProvider>
          </QueryClientProvider>
        </HostContext>
      </StrictMode>,
    );
  });
}
