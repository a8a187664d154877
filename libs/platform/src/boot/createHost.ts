/** Combines the shell's own pages and the composition's slices into one list of routes and one way to load a page. */
import type { QueryClient } from '@tanstack/react-query';
import { type Access, AppError, type Composition, type ShellManifest } from '@slipway/contracts';
import { readSession } from '@slipway/session';
import { matchPath } from 'react-router-dom';
import { navEntriesOf } from '../composition/navigation';
import { loaderIn, partIn } from '../loading/sliceModule';
import type { LoaderContext, SliceModule } from '../loading/sliceParts';
import { recordFailure } from '../loading/failures';
import { isUnloaded, LoadFailure, textOf } from '../loading/loadFailure';
import { timeLimitsOf, within } from '../loading/loadSteps';
import { memoizePromise } from '../loading/memoizePromise';
import { retryWithProgress } from '../loading/retryWithProgress';
import type { Address, Host, HostRoute, KnownRoutes } from './hostContext';

/** Why a page of the shell could not be loaded. */
function failureOf(error: unknown): LoadFailure {
  if (error instanceof LoadFailure) return error;
  const [phase, part, code] = isUnloaded(error)
    ? (['load', 'chunk', 'slice_unreachable'] as const)
    : (['evaluate', 'page', 'unexpected'] as const);
  return new LoadFailure(phase, part, code, textOf(error), { cause: error });
}

/**
 * Whether the server would respond with data: it rejects a user's requests while the second factor is due, and a
 * visitor's for pages that are not public.
 */
function mayRead(access?: Access): boolean {
  const session = readSession();
  return session.status === 'signed-in' ? session.user.dueFactor === undefined : access === 'public';
}

const contextOf = (path: string, { pathname, search }: Address, queryClient: QueryClient) => ({
  queryClient,
  params: matchPath(path, pathname)?.params ?? {},
  search: new URLSearchParams(search),
});

export function createHost(
  manifest: ShellManifest,
  pages: NonNullable<SliceModule['pages']>,
  services: Omit<Host, keyof KnownRoutes | 'page' | 'slot' | 'data'>,
  queryClient: QueryClient,
): Host {
  const { composition, loader } = services;
  const limit = timeLimitsOf(composition).page;
  const shellPage = memoizePromise(async (path: string) => {
    const page = partIn({ pages }, path);
    if (!page) throw new AppError('not_found', `The shell has no page for ${path}`);
    const attempt = async () => {
      try {
        return await within(limit, page());
      } catch (error) {
        throw isUnloaded(error) ? error : failureOf(error);
      }
    };
    try {
      // Retry every failure: Firefox also aborts requests when the user starts to leave the page.
      return (await retryWithProgress(attempt)).default;
    } catch (error) {
      const failure = failureOf(error);
      const { phase, part } = failure;
      recordFailure(
        { slice: manifest.id, version: composition.shell.version, owner: manifest.owner, phase, part },
        failure,
      );
      throw failure;
    }
  });
  const started = new Set<Promise<void>>();
  const startData = (slice: string, key: string, context: LoaderContext) => {
    const own = async () => void (await loaderIn({ pages }, key)?.(context));
    // Ignore errors: the page's own query, or the loading of its code, reports them.
    const data = slice === manifest.id ? own().catch(() => undefined) : loader.startData(slice, key, context);
    started.add(data);
    void data.then(() => started.delete(data));
  };
  let known: KnownRoutes | undefined;
  let isAllKnown = false;
  const knownRoutes = () => {
    const isComplete = services.rest.isComplete();
    if (!known || isAllKnown !== isComplete) {
      known = knownRoutesOf(manifest, composition, isComplete);
      isAllKnown = isComplete;
    }
    return known;
  };
  return {
    ...services,
    get routes() {
      return knownRoutes().routes;
    },
    get redirects() {
      return knownRoutes().redirects;
    },
    get nav() {
      return knownRoutes().nav;
    },
    page: (route, address) => {
      const { slice, path } = route;
      const page = slice === manifest.id ? shellPage(path) : loader.part(slice, path);
      if (address && mayRead(route.access)) startData(slice, path, contextOf(path, address, queryClient));
      return page;
    },
    slot: (slice, name) => {
      const part = loader.part(slice, name);
      if (mayRead('public'))
        startData(slice, name, { queryClient, params: {}, search: new URLSearchParams() });
      return part;
    },
    data: () => Promise.all(started),
  };
}

/**
 * All known routes and navigation entries. Until the page knows all slices, the document lists some routes of the
 * missing ones.
 */
export function knownRoutesOf(
  { id, routes: own }: Pick<ShellManifest, 'routes'> & { id: string },
  composition: Composition,
  isComplete: boolean,
): KnownRoutes {
  const rest = isComplete ? undefined : composition.rest;
  const routes: HostRoute[] = [
    ...own.map((route) => ({ ...route, shows: [...(route.shows ?? [])], slice: id })),
    // Always the same order, whichever slices the document inlined.
    ...Object.entries(composition.slices)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([slice, release]) => release.routes.map((route) => ({ ...route, slice }))),
    ...(rest?.routes ?? []),
  ];
  const redirects = Object.values(composition.slices).flatMap((slice) => slice.redirects ?? []);
  return { routes, redirects, nav: navEntriesOf(composition, routes) };
}
