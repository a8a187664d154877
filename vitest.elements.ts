/**
 * React records where elements are created, which only its error messages show: a sixth of the time of a page's test. It stops
 * after 10,000 elements in a second. For tests it stops at once.
 */
interface Internals {
  recentlyCreatedOwnerStacks: number;
}

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const LIMIT = 10_000;

/** Once for a process, whose files share React. */
export async function quickenElements(): Promise<void> {
  const { [INTERNALS]: internals } = (await import('react')) as unknown as Record<string, Internals>;
  if (!internals || !('recentlyCreatedOwnerStacks' in internals)) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => LIMIT, set: () => undefined });
}
