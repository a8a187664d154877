/**
 * Detects that the environment runs a newer composition than this page. The page keeps its own until the user follows a
 * link to another page and no input would be lost: that page then loads as a new document. Source: `/slipway.json`,
 * polled once a minute while the page is visible, and when it becomes visible again.
 */
import type { Composition } from '@slipway/contracts';
import type { Rest } from './rest';
import { parsed } from './composition';
import { hasUnsaved } from '../routing/useUnsaved';

/** Milliseconds. */
const POLL_INTERVAL = 60_000;
/** Milliseconds. A page that becomes visible polls, but not more often than this. */
const MIN_INTERVAL = 5_000;
const POLL_LIMIT = 3_000;

export interface UpdateWatcher {
  /** Whether a link to `path` should load a new document, and with it the newer composition. */
  shouldLoad(path: string): boolean;
  /** Polls for a newer composition. Resolves with whether a new document would have one and no input would be lost. */
  canUpdate(): Promise<boolean>;
}

/** Fields that do not change what a page runs, and `slices`, which are compared one by one. */
const NOT_COMPARED = ['revision', 'createdAt', 'settings', 'rest', 'slices'];

/**
 * Whether `current` changes anything that this page uses. The page may be of an earlier revision, which stays as long
 * as it uses nothing that changed. Slices that the page does not know are loaded later anyway.
 */
function isOther(mine: Composition, isComplete: boolean, current: unknown): boolean {
  try {
    const newest = parsed(current);
    const fields = (one: Composition) =>
      JSON.stringify(Object.entries(one).filter(([name]) => !NOT_COMPARED.includes(name)));
    // The version identifies the files. Most documents leave out the files of prerendered pages.
    const slice = (one: Composition, id: string) => JSON.stringify({ ...one.slices[id], files: undefined });
    const isSame = (id: string) => slice(mine, id) === slice(newest, id);
    const known = Object.keys(isComplete ? { ...newest.slices, ...mine.slices } : mine.slices);
    return fields(mine) !== fields(newest) || !known.every(isSame);
  } catch {
    return true; // of a newer format
  }
}

/** `mine` is the document's composition, which gets more slices later. `isSaving` returns whether a mutation is pending. */
export function createUpdateWatcher(
  mine: Composition,
  rest: Pick<Rest, 'isComplete'>,
  isSaving: () => boolean,
): UpdateWatcher {
  const { environment, revision } = mine;
  let isOutdated = false;
  let polledAt = Date.now();

  const poll = async () => {
    polledAt = Date.now();
    try {
      const signal = AbortSignal.timeout(POLL_LIMIT);
      const response = await fetch('/slipway.json', { cache: 'no-cache', signal });
      const current = (await response.json()) as Partial<Pick<Composition, 'environment' | 'revision'>>;
      // A rollback is a new revision too.
      const isNewer = current.environment === environment && (current.revision ?? 0) > revision;
      isOutdated = isNewer && isOther(mine, rest.isComplete(), current);
    } catch {
      // Offline, or a host without /slipway.json: keep the current composition.
    }
  };
  const pollAfter = (interval: number) => {
    const isDue = Date.now() - polledAt >= interval;
    if (document.visibilityState === 'visible' && !isOutdated && isDue) void poll();
  };
  setInterval(() => {
    pollAfter(POLL_INTERVAL);
  }, POLL_INTERVAL);
  document.addEventListener('visibilitychange', () => {
    pollAfter(MIN_INTERVAL);
  });

  // A toast with two buttons offers Undo, which may be the only way to restore what was deleted. Navigation keeps the
  // toast; a reload would remove it.
  const losesNothing = () =>
    !hasUnsaved() && !isSaving() && !document.querySelector('[data-toast] button+button');

  return {
    // A reload for a link within the page would lose the scroll position and form input.
    shouldLoad: (path) => isOutdated && path !== window.location.pathname && losesNothing(),
    async canUpdate() {
      if (!isOutdated) await poll();
      return isOutdated && losesNothing();
    },
  };
}
