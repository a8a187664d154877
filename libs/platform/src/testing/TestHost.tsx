/** The host for component tests: routes and sign-in methods as a test names them, and no slices to load. */
import type { ReactNode } from 'react';
import { AppError, type Route, type SignInProvider } from '@slipway/contracts';
import { HostContext } from '../boot/hostContext';
import { type FlagProvider, settingsProvider } from '../flags/flagProvider';
import type { NavEntry } from '../composition/navigation';
import { noRest } from '../composition/rest';
import { compositionOf } from './compositions';
import { noFallback } from '../releases/releaseFallback';

export { RouterLink as TestLink } from '../routing/RouterLink';

export interface TestHostOptions {
  /** The pages that exist beside the one under test. */
  routes?: readonly Pick<Route, 'path' | 'title' | 'access'>[];
  /** The slices' navigation entries. */
  nav?: readonly NavEntry[];
  providers?: readonly SignInProvider[];
  mfa?: boolean;
  payments?: boolean;
  /** The languages that the environment offers; English only by default. */
  languages?: readonly string[];
  /** Decides flags; all have their default without it. */
  flagProvider?: FlagProvider;
  /** Whether the release tools are available. */
  hasTools?: boolean;
}

export function TestHost({
  routes = [],
  nav = [],
  providers = [],
  mfa = false,
  payments = false,
  languages,
  flagProvider,
  hasTools = false,
  children,
}: TestHostOptions & { children: ReactNode }) {
  const composition = compositionOf({});
  const noPage = () => Promise.reject(new AppError('not_found', 'A component test loads no slices'));
  return (
    <HostContext
      value={{
        composition: {
          ...composition,
          ...(languages && { languages: { offered: [...languages], translations: {} } }),
          backend: { ...composition.backend, providers: [...providers], mfa, payments },
        },
        routes: routes.map((route) => ({ ...route, shows: [], slice: 'shell' })),
        redirects: [],
        nav,
        rest: noRest,
        page: noPage,
        slot: noPage,
        data: () => Promise.resolve(),
        loader: { part: noPage, startData: () => Promise.resolve() },
        updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
        fallback: noFallback,
        flags: flagProvider ?? settingsProvider(composition),
        hasTools,
      }}
    >
      {children}
    </HostContext>
  );
}
