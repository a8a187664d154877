/**
 * The requests that a document sends before the app has started: those of its page, and of the slots that the page shows at
 * once (decisions 102, 109). They are parts of the releases' descriptions, so their signatures cover them.
 */
import {
  type Composition,
  type FirstRequest,
  isShownAtOnce,
  type Route,
  type SliceRelease,
} from '@slipway/contracts';
import { inlineJson } from './part';
import type { DocumentShell } from './shellElements';
import { indexOf } from './sliceIndex';

export interface FirstRequests extends Pick<Route, 'path' | 'access'> {
  requests: FirstRequest[];
}

/**
 * The first requests of a route's document, or undefined if it has none. There are none with a canary, whose release
 * may send others, and for a sandboxed slice, which sends its requests from its frame.
 */
export function firstRequestsOf(
  composition: Composition,
  shell: DocumentShell,
  route: (Route & { from?: string }) | undefined,
  releases: readonly SliceRelease[],
): FirstRequests | undefined {
  if (!route || route.from !== undefined || composition.shell.canary) return undefined;
  const ofSlices = (paths: readonly string[], slots: readonly string[]): FirstRequest[] =>
    indexOf(composition)
      .needed(paths, slots)
      .flatMap((id) => {
        const slice = composition.slices[id];
        const release = releases.find((one) => one.id === id && one.version === slice?.version);
        if (!release || release.isolation || slice?.canary) return [];
        return [...paths, ...slots].flatMap((key) => release.firstRequests?.[key] ?? []);
      });
  const slots = (route.shows ?? []).map(({ name }) => name).filter(isShownAtOnce);
  const requests = [
    ...(shell.firstRequests?.[route.path] ?? []),
    ...ofSlices([route.path], []),
    ...slots.flatMap((name) => ofSlices([], [name])),
  ];
  return requests.length > 0 ? { path: route.path, access: route.access, requests } : undefined;
}

/** Attributes for the script before the first paint, in the document of a page that is not prerendered. */
export const requestAttributes = ({ path, access }: FirstRequests): string =>
  ` data-requests="${path}"${access === 'public' ? '' : ` data-access="${access}"`}`;

export const requestElements = (first: FirstRequests | undefined): string[] =>
  first
    ? [`<script type="application/json" id="slipway-requests">${inlineJson(first.requests)}</script>`]
    : [];
