/**
 * Functions and variables that builds leave out of packages, by their name in the package. Tests find each in the installed
 * package, so an upgrade that renames one fails. A call of such a function throws an error that names this file.
 */

/**
 * Functions by package. They throw, so that a use is noticed.
 *
 * - Nothing renders on a server, so React has no markup to hydrate, and no events to replay. `SuspenseList` and
 *   `findDOMNode` are not exports of the stable React 19. The router starts the view transitions (decision 121).
 * - The router is one function. Those here run only for loaders, actions, forms, fetchers, middleware, instrumentation and
 *   server components, and the app's routes have none of them: slices load their code and data themselves.
 * - Supabase's client calls those here only with its option `tracePropagation`.
 */
export const unusedFunctions = {
  'react-dom': [
    'hydrateRoot',
    'unstable_scheduleHydration',
    'mountHostRootWithoutHydrating',
    'retryActivityComponentWithoutHydrating',
    'retrySuspenseComponentWithoutHydrating',
    'updateDehydratedSuspenseComponent',
    'retryDehydratedSuspenseBoundary',
    'createFiberFromDehydratedFragment',
    'pushDehydratedActivitySuspenseHandler',
    'clearHydrationBoundary',
    'hideOrUnhideDehydratedBoundary',
    'prepareToHydrateHostInstance',
    'throwOnHydrationMismatch',
    'queueHydrationError',
    'canHydrateInstance',
    'canHydrateTextInstance',
    'canHydrateHydrationBoundary',
    'getNextHydratableInstanceAfterHydrationBoundary',
    'getBumpedLaneForHydration',
    'getBumpedLaneForHydrationByLane',
    'markRetryLaneIfNotHydrated',
    'attemptContinuousHydration',
    'attemptHydrationAtCurrentPriority',
    'attemptExplicitHydrationTarget',
    'queueIfContinuousEvent',
    'accumulateOrCreateContinuousQueuedReplayableEvent',
    'attemptReplayContinuousQueuedEvent',
    'attemptReplayContinuousQueuedEventInMap',
    'scheduleReplayQueueIfNeeded',
    'scheduleCallbackIfUnblocked',
    'replayUnblockedEvents',
    'retryIfBlockedOn',
    'updateSuspenseListComponent',
    'initSuspenseListRenderState',
    'findDOMNode',
    'startViewTransition',
    'reportViewTransitionError',
    'recursivelyTraverseAfterMutationEffects',
    'commitAfterMutationEffectsOnFiber',
    'flushAfterMutationEffects',
    'measureViewTransitionHostInstancesRecursive',
    'measureNestedViewTransitions',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAppearingPairViewTransitions',
    'commitEnterViewTransitions',
    'commitDeletedPairViewTransitions',
    'restorePairedViewTransitions',
    'scheduleViewTransitionEvent',
    'applyViewTransitionName',
    'restoreViewTransitionName',
    'ViewTransitionPseudoElement',
    // Its methods.
    'animate',
    'getAnimations',
    'getComputedStyle',
    // Transitions wait for images only inside of a `ViewTransition`.
    'maySuspendCommit',
    'suspendInstance',
    'onUnsuspendImg',
    'estimateImageBytes',
    'estimateBandwidth',
    'isLikelyStaticResource',
    'createMeasurement',
    'measureInstance',
    'measureClonedInstance',
  ],
  'react-router': [
    'handleAction',
    'handleFetcherAction',
    'handleFetcherLoader',
    'fetch2',
    'callDataStrategy',
    'callLoadersAndMaybeResolveData',
    'startRedirectNavigation',
    'revalidate',
    'setFetcherError',
    'getUpdatedRevalidatingFetchers',
    'processLoaderData',
    'callLoaderOrAction',
    'callRouteMiddleware',
    'runClientMiddlewarePipeline',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'RSCErrorHandler',
    'DefaultErrorComponent',
    'deserializeErrors',
    'getTargetedDataStrategyMatches',
    'getFetcher',
    'resetFetcher',
    'queueFetcherForDeletion',
    'deleteFetcher',
    // Of routers that are components.
    'useNavigateUnstable',
    'convertFormDataToSearchParams',
    'convertSearchParamsToFormData',
  ],
  '@supabase/supabase-js': [
    '__awaiter',
    'loadOtel',
    'extractTraceContext',
    'parseTraceParent',
    'shouldPropagateToTarget',
    'matchStringTarget',
    'getDefaultPropagationTargets',
    'getTraceHeaders',
  ],
};

const needsMore = (what) =>
  `throw new Error("${what} of react-router are not in this build: see unusedFunctions.mjs");`;

/**
 * Bodies of functions that do less than in the package, by package and by function. They throw when a use needs more.
 *
 * - Before each navigation, the router decides which routes have data to load. None has: the app's routes have no `loader`,
 *   no `lazy` and no `middleware`, and nothing uses fetchers.
 * - A navigation can submit a form. No link or call of the app does.
 * - Messages of errors are for developers, and the router's are long.
 * - React calls those here also without hydration and view transitions, when they do nothing.
 */
export const smallerFunctions = {
  'react-dom': {
    popHydrationState: 'return false;',
    resetHydrationState: '',
    upgradeHydrationErrorsToRecoverable: 'return null;',
    commitActivityHydrationCallbacks: '',
    commitSuspenseHydrationCallbacks: '',
    getParentHydrationBoundary: 'return null;',
    clearIfContinuousEvent: '',
    preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217;',
    queueTransitionTypes: '',
    claimQueuedTransitionTypes: 'return null;',
    getViewTransitionName: 'return props.name;',
    trackEnterViewTransitions: '',
    applyViewTransitionToHostInstances: 'return false;',
    getViewTransitionClassName: 'return null;',
    commitExitViewTransitions: '',
    commitNestedViewTransitions: '',
    restoreViewTransitionOnHostInstances: '',
    restoreEnterOrExitViewTransitions: '',
    restoreNestedViewTransitions: '',
    createViewTransitionInstance: 'return { name };',
  },
  'react-router': {
    getMatchesToLoad: `if (matches.some(({ route }) => route.loader || route.lazy || route.middleware)) ${needsMore('Routes with data')} return { dsMatches: matches, revalidatingFetchers: [] };`,
    normalizeNavigateOptions: `if (opts && isSubmissionNavigation(opts)) ${needsMore('Forms')} return { path };`,
    createClientSideRequest:
      'return new Request(history.createURL(stripHashFromPath(location)).toString(), { signal });',
    getLoadingNavigation: 'return { state: "loading", location, matches, historyAction };',
    getSubmissionFromNavigation: 'return undefined;',
    getActionDataForCommit: 'return {};',
    mergeLoaderData: 'return {};',
    markFetchRedirectsDone: 'return false;',
    getInternalRouterError:
      'return new ErrorResponseImpl(status, "", new Error(`${status} ${pathname ?? type ?? method}`), true);',
    getInvalidPathError: 'return `${char} in to.${field}`;',
  },
};

/**
 * The start of the statement that always ends a function here: what follows it leaves. By package and by function.
 *
 * - Without data to load, the router completes the navigation.
 */
export const lastStatements = {
  'react-router': { handleLoaders: 'if (!init.dataStrategy' },
};

/** Variables that never change, with their value. By package and by variable. */
export const constants = {
  'react-dom': {
    isHydrating: 'false',
    shouldStartViewTransition: 'false',
    viewTransitionMutationContext: 'false',
    inUpdateViewTransition: 'false',
    rootViewTransitionNameCanceled: 'false',
    pendingTransitionTypes: 'null',
    pendingViewTransition: 'null',
    pendingViewTransitionEvents: 'null',
  },
};
