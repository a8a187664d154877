/** What the host knows, for the platform's own components. Slices do not see it. */
import { createContext, type ComponentType, use } from 'react';
import { AppError, type Composition, type Route } from '@slipway/contracts';
import type { NavEntry } from '../composition/navigation';
import type { NewerComposition } from '../composition/newerComposition';
import type { OrReplaced } from '../releases/releaseFallback';
import type { SliceLoader } from '../loading/sliceLoader';

export interface HostRoute extends Route {
  /** The slice whose page it is, or `shell`. */
  slice: string;
}

export interface Host {
  composition: Composition;
  /** Every route there is: the shell's and the slices'. */
  routes: readonly HostRoute[];
  /** The slices' navigation entries. */
  nav: readonly NavEntry[];
  /** A page of the shell or of a slice; see `SliceLoader.part`. */
  page(path: string): Promise<ComponentType>;
  loader: SliceLoader;
  newer: NewerComposition;
  orReplaced: OrReplaced;
}

export const HostContext = createContext<Host | undefined>(undefined);

/** @throws `unexpected` outside of a host */
export function useHost(): Host {
  const host = use(HostContext);
  if (!host) throw new AppError('unexpected', 'This component works inside the shell only');
  return host;
}
