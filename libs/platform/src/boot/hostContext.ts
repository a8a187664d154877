/** The running host, for the platform's own components. Slices do not see it; they use `hostHooks.ts`. */
import { createContext, type ComponentType, use, useSyncExternalStore } from 'react';
import {
  type Access,
  AppError,
  type Composition,
  type Redirect,
  type Route,
  routeAt,
} from '@slipway/contracts';
import type { NavEntry } from '../composition/navigation';
import type { UpdateWatcher } from '../composition/updateWatcher';
import type { Rest } from '../composition/rest';
import type { FlagProvider } from '../flags/flagProvider';
import type { SliceLoader } from '../loading/sliceLoader';
import type { ReleaseFallback } from '../releases/releaseFallback';

/** The address of a page, without its origin. */
export interface Address {
  pathname: string;
  search: string;
}

export interface HostRoute extends Route {
  /** The slice that has the page, or `shell`. */
  slice: string;
}

/** The pages that are known. There are more once the rest of the composition has arrived. */
export interface KnownRoutes {
  /** All known routes: the shell's, then the slices'. */
  readonly routes: readonly HostRoute[];
  /** Earlier addresses of pages. */
  readonly redirects: readonly Redirect[];
  /** The slices' navigation entries. */
  readonly nav: readonly NavEntry[];
}

export interface Host extends KnownRoutes {
  composition: Composition;
  /** The slices that the composition does not have yet. */
  rest: Rest;
  /**
   * Loads a page of the shell or of a slice; see `SliceLoader.part`. The shell also has the page `404`. With the address,
   * the loader of its route starts the data.
   */
  page(
    route: Pick<HostRoute, 'slice' | 'path'> & { access?: Access },
    address?: Address,
  ): Promise<ComponentType>;
  /** Loads the component of a slice that fills a slot; see `SliceLoader.part`. Its loader starts the data. */
  slot(slice: string, name: string): Promise<ComponentType>;
  /** Resolves when all data that loaders have started has arrived or failed. */
  data(): Promise<unknown>;
  loader: SliceLoader;
  updateWatcher: UpdateWatcher;
  fallback: ReleaseFallback;
  flags: FlagProvider;
  /** Whether the release tools are available here. */
  hasTools: boolean;
}

/** The route of an address, without its query, after its parents: the routes whose pages render it. */
export function withParents(routes: readonly HostRoute[], address: string): HostRoute[] {
  const found: HostRoute[] = [];
  let route = routeAt(routes, address);
  while (route) {
    found.unshift(route);
    const { parent, slice } = route;
    route = routes.find((other) => other.path === parent && other.slice === slice);
  }
  return found;
}

export const HostContext = createContext<Host | undefined>(undefined);

/**
 * Always the same object. A component that shows the routes needs `useReactiveHost`.
 * @throws `unexpected` outside a host
 */
export function useHost(): Host {
  const host = use(HostContext);
  if (!host) throw new AppError('unexpected', 'This component works only inside the shell');
  return host;
}

/** The host, for a component that must re-render when more routes are known. */
export function useReactiveHost(): Host {
  const host = useHost();
  useSyncExternalStore(host.rest.subscribe, host.rest.isComplete, host.rest.isComplete);
  return host;
}
