/**
 * Replaces the parts of the federation runtime that load remotes, which its own option leaves in as exports of its packages:
 * the shell loads containers itself (`libs/platform/src/loading/container.ts`).
 */
const unavailable = (): never => {
  throw new Error('The federation runtime of the shell loads no remotes: the composition lists the slices');
};

export {
  unavailable as createLink,
  unavailable as createScript,
  unavailable as defaultPreloadArgs,
  unavailable as formatPreloadArgs,
  unavailable as getRemoteEntry,
  unavailable as getRemoteEntryUniqueKey,
  unavailable as getRemoteInfo,
  unavailable as isEsmRemoteType,
  unavailable as isStaticResourcesEqual,
  unavailable as loadScript,
  unavailable as normalizePreloadExposes,
  unavailable as preloadAssets,
  unavailable as safeWrapper,
};
