/** The hooks that give pages access to the host: routes, navigation, site and sign-in methods. */
import { isDynamic, type Route, routeAt, type SignInProvider, type Site } from '@slipway/contracts';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { NavEntry } from '../composition/navigation';
import { returnPath } from '../routing/returnPath';
import { toolsRequested } from '../overrides/ReleaseToolsPlace';
import { useHost, useReactiveHost } from './hostContext';

/** The routes of the app without parameters, the shell's first. */
export function useRoutes(): readonly Pick<Route, 'path' | 'title' | 'access'>[] {
  const { routes, rest } = useReactiveHost();
  useEffect(() => {
    rest.load().catch(() => undefined); // the list stays as it is
  }, [rest]);
  return routes.filter(({ path }) => !isDynamic(path));
}

/** Returns whether the composition has a page at a path. A link to any other path leads to the not-found page. */
export function useHasRoute(): (path: string) => boolean {
  const { routes } = useReactiveHost();
  return (path) => routeAt(routes, path) !== undefined;
}

/** The path in the URL of a sign-in page to open after sign-in, or undefined. */
export function useReturnPath(): string | undefined {
  const { routes } = useReactiveHost();
  return returnPath(useLocation().search, routes);
}

/** The navigation entries of the slices, in composition order. */
export const useNavEntries = (): readonly NavEntry[] => useReactiveHost().nav;

/** The sign-in methods besides email and password. */
export interface SignInMethods {
  /** The identity providers that the backend accepts. */
  providers: readonly SignInProvider[];
  /** Whether the backend supports codes from an authenticator app. */
  mfa: boolean;
}

/** The sign-in methods of this environment's backend, in addition to email and password. */
export function useSignInMethods(): SignInMethods {
  const { providers = [], mfa = false } = useHost().composition.backend;
  return { providers, mfa };
}

/** Opens the release tools; undefined where the environment has none. */
export const useReleaseTools = (): (() => void) | undefined =>
  useHost().hasTools ? toolsRequested.emit : undefined;

/** Whether this environment takes payments. */
export const useTakesPayments = (): boolean => useHost().composition.backend.payments === true;

/** The name, owner and contact link of this environment. */
export const useSite = (): Site => useHost().composition.site;
