/** The running host, for the platform's own components. Slices do not see it; they use `hostHooks.ts`. */
import { createContext, type ComponentType, use } from 'react';
import { AppError, type Composition, type Route } from '@slipway/contracts';
import type { NavEntry } from '../composition/navigation';
import type { UpdateWatcher } from '../composition/updateWatcher';
import type { SliceLoader } from '../loading/sliceLoader';
import type { ReleaseFallback } from '../releases/releaseFallback';

export interface HostRoute extends Route {
  /** The slice that has the page, or `shell`. */
  slice: string;
}

export interface Host {
  composition: Composition;
  /** All routes: the shell's, then the slices'. */
  routes: readonly HostRoute[];
  /** The slices' navigation entries. */
  nav: readonly NavEntry[];
  /** Loads a page of the shell or of a slice; see `SliceLoader.part`. The shell also has the page `404`. */
  page(route: Pick<HostRoute, 'slice' | 'path'>): Promise<ComponentType>;
  loader: SliceLoader;
  updateWatcher: UpdateWatcher;
  fallback: ReleaseFallback;
  /** Whether the release tools are available here. */
  hasTools: boolean;
}

export const HostContext = createContext<Host | undefined>(undefined);

/** @throws `unexpected` outside of a host */
export function useHost(): Host {
  const host = use(HostContext);
  if (!host) throw new AppError('unexpected', 'This component works only inside the shell');
  return host;
}
