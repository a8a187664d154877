/**
 * Replaces the parts of React Query that render on a server and read a stream, which no slice uses, so that no page loads
 * them.
 */
/** @param {string} part */
const unavailable = (part) => () => {
  throw new Error(
    `${part} of React Query is not in this build: see unusedQueryFiles in tools/build/src/config.ts to use it`,
  );
};

const hydration = unavailable('Hydration');
export {
  hydration as HydrationBoundary,
  hydration as defaultShouldDehydrateMutation,
  hydration as defaultShouldDehydrateQuery,
  hydration as dehydrate,
  hydration as dehydrateQuery,
  hydration as hydrate,
};

export const streamedQuery = unavailable('streamedQuery');
