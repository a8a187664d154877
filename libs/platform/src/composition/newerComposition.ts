/**
 * Learns that the environment runs a newer composition than this page. The page stays on its own until a person follows
 * a link to another page, and nothing of theirs would be lost: then that page is loaded as a document.
 * Source: `/slipway.json`, asked for once a minute while the page is seen, and when it is seen again.
 */
import type { Composition } from '@slipway/contracts';
import { hasUnsaved } from '../routing/useUnsaved';

/** Milliseconds. */
const EVERY = 60_000;
/** After so long out of sight, the page asks at once. */
const LEAST_PAUSE = 5_000;

export interface NewerComposition {
  /** Whether a link to `path` should load a document, and so the newer composition. */
  shouldLoad(path: string): boolean;
}

/** `isWriting` says whether an answer to something a person saved is still awaited. */
export function watchComposition(
  { environment, revision }: Pick<Composition, 'environment' | 'revision'>,
  isWriting: () => boolean,
): NewerComposition {
  let isNewer = false;
  let lookedAt = Date.now();

  const look = async () => {
    lookedAt = Date.now();
    try {
      const response = await fetch('/slipway.json', { cache: 'no-cache' });
      const now = (await response.json()) as Partial<Pick<Composition, 'environment' | 'revision'>>;
      // A rollback is a revision of its own, so it counts up too.
      isNewer = now.environment === environment && (now.revision ?? 0) > revision;
    } catch {
      // offline, or a host that does not tell: the page goes on as it is
    }
  };
  const lookAfter = (pause: number) => {
    if (document.visibilityState === 'visible' && !isNewer && Date.now() - lookedAt >= pause) void look();
  };
  setInterval(() => {
    lookAfter(EVERY);
  }, EVERY);
  document.addEventListener('visibilitychange', () => {
    lookAfter(LEAST_PAUSE);
  });

  return {
    // Within a page the person's place in it, and what they typed, would be lost.
    shouldLoad: (path) => isNewer && path !== window.location.pathname && !hasUnsaved() && !isWriting(),
  };
}
