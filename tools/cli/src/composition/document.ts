/** Renders the HTML document of a route: the composition inlined, and the route's files preloaded. */
import {
  type Composition,
  isDynamic,
  isShownAtOnce,
  type Route,
  routeAt,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import { documentName, documentNames } from '../store/keys';
import { documentInputs } from './documentInputs';
import { escapeText, iconsOf, metadataOf } from './documentHead';
import { languageAttributes } from './languages';
import { metaPolicy, policyOptions } from './headers';
import { firstRequestsOf, requestAttributes, requestElements } from './firstRequests';
import { prerenderedAttributes, prerenderedPage } from './prerendered';
import { HOME, inlineJson, OFFLINE_PATH, partOf, type RestFile, withEarlierShell } from './part';
import { chooserScript, type DocumentShell, shellElements, shellTemplate } from './shellElements';
import { siteFiles } from './siteFiles';
import { chosenKeys, sliceAssets } from './sliceAssets';
import { indexOf } from './sliceIndex';
import { RECOVERY_PATH, startFailure } from './startFailure';

/** The stable shell, then its canary. */
export type Shells = readonly [stable: ShellRelease, canary?: ShellRelease | undefined];

/** The paths of the routes that a page is rendered in. */
function parentPaths(composition: Pick<Composition, 'slices'>, parent: string | undefined): string[] {
  if (parent === undefined) return [];
  return [parent, ...parentPaths(composition, indexOf(composition).routeAt(parent)?.parent)];
}

/** The pages that a frame links to, for shells that can all fetch the rest. */
const linksOf = (shell: DocumentShell, newer: DocumentShell | undefined) =>
  newer && shell.links ? newer.links && [...shell.links, ...newer.links] : shell.links;

/** The slots of a page and the pages around it. */
const shownWith = (composition: Composition, route: Route | undefined): string[] => [
  ...(route?.shows ?? []).map((slot) => slot.name).filter(isShownAtOnce),
  ...parentPaths(composition, route?.parent),
];

interface DocumentOptions {
  /** The canary of the shell. */
  newer?: DocumentShell | undefined;
  /** With it, the document inlines only what the route needs, for shells that can fetch the rest. */
  rest?: RestFile | undefined;
  /** One of them may have prerendered the page. */
  releases?: readonly SliceRelease[];
}

/** The document of `route`, or of the not-found page when `route` is undefined. */
export function renderDocument(
  composition: Composition,
  shell: DocumentShell,
  route: DocumentRoute | undefined,
  { newer, rest, releases = [] }: DocumentOptions = {},
): string {
  const { fallback, canary, base } = composition.shell;
  const path = route?.path ?? '404';
  const links = linksOf(shell, newer);
  const part = partOf(composition, route, rest && links && { links, file: rest });
  const shown = shownWith(composition, route);
  const chosen = chosenKeys(composition, [path, ...shown]);
  const chooses = chosen.length > 0 ? ` data-preload="${chosen.join(' ')}"` : '';
  const slices = sliceAssets(composition, path, shown);
  const prerendered = prerenderedPage(composition, shell, route, releases);
  const first = firstRequestsOf(composition, shell, route, releases);
  const attributes = prerendered ? prerenderedAttributes(prerendered) : first ? requestAttributes(first) : '';
  const page = { keys: [path, route?.access ?? 'public'], slices, chooses, prerendered };
  const data = `<script type="application/json" id="slipway-composition">${inlineJson(part)}</script>`;
  const { styles, scripts, others, beforePaint } = shellElements(shell, base, page);

  return [
    '<!doctype html>',
    `<html ${languageAttributes(composition)}${fallback ? ` data-recovery="${RECOVERY_PATH}"` : ''}${attributes}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${metaPolicy(policyOptions(composition))}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="strict-origin-when-cross-origin">',
    '<meta name="color-scheme" content="light dark">',
    ...metadataOf(composition, shell, route),
    ...(canary && newer
      ? [
          ...iconsOf(composition, shell),
          data,
          shellTemplate('stable', shellElements(shell, base, page)),
          shellTemplate('canary', shellElements(newer, canary.release.base, page)),
          ...chooserScript(shell, base),
        ]
      : // The script before the first paint is last, because it blocks the parser: all files have been requested before it.
        [
          ...styles,
          ...scripts,
          ...iconsOf(composition, shell),
          ...others,
          data,
          ...requestElements(first),
          ...beforePaint,
        ]),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    ...(prerendered ? [`<div id="slipway-prerendered" hidden>${prerendered.html}</div>`] : []),
    ...(shell.handlesStart ? startFailure(fallback !== undefined) : []),
    `<noscript>${escapeText(composition.site.name)} needs JavaScript. Please turn it on, then load the page again.</noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The document with the earlier shell, which reads the path of the page from the referrer. */
function recoveryDocument(composition: Composition, rest: RestFile | undefined): string[] {
  const { fallback } = composition.shell;
  if (!fallback) return [];
  const { scripts, styles, beforePaint, links } = fallback;
  const files = Object.entries({ ...scripts, ...styles, ...beforePaint });
  const earlier: DocumentShell = {
    ...{ scripts: Object.keys(scripts), styles: Object.keys(styles), beforePaint: Object.keys(beforePaint) },
    ...{ icons: [], preload: [], pages: {}, handlesStart: true, links },
    files: Object.fromEntries(files.map(([path, integrity]) => [path, { integrity }])),
  };
  const route = { path: RECOVERY_PATH, title: 'Previous version', access: 'public' } as const;
  return [renderDocument(withEarlierShell(composition), earlier, route, { rest })];
}

const offlineRoute: Route = {
  ...{ path: OFFLINE_PATH, title: 'Offline', access: 'public' },
  head: { robots: 'noindex' },
};

/** `from`: the earlier address that its document is for, in a redirect. */
type DocumentRoute = Route & { from?: string };

/** The target of a redirect, for the document of the earlier address: the shell redirects as soon as it runs. */
const redirectDocuments = (slices: readonly SliceRelease[], routes: readonly Route[]): DocumentRoute[] =>
  slices
    .flatMap(({ redirects = [] }) => redirects)
    .flatMap(({ from, to }) => {
      const route = routes.find(({ path }) => path === to) ?? routeAt(routes, to);
      const head = { robots: 'noindex' as const, ...(isDynamic(to) ? {} : { canonical: to }) };
      return route ? [{ ...route, head, from }] : [];
    });

/** A document that is rendered when its text is needed. */
export interface DocumentSource {
  name: string;
  /** The inputs of its text; undefined for one that is always rendered. */
  inputs: string | undefined;
  render: () => string;
}

/**
 * Every document of a composition: one for each route, the not-found page, one for pages without a network, one with the
 * earlier shell, and the site's files.
 */
export function documentSources(
  composition: Composition,
  [shell, canary]: Shells,
  slices: readonly SliceRelease[],
  rest: RestFile,
): DocumentSource[] {
  const routes: DocumentRoute[] = [shell, ...slices].flatMap((release) => release.routes);
  const left = routes.some(({ path }) => path === HOME) ? rest : undefined;
  const inputsOf = documentInputs(composition, left && linksOf(shell, canary));
  const sourcesOf = (route: DocumentRoute | undefined, names: readonly string[]): DocumentSource[] => {
    const keys = [route?.path ?? '404', ...shownWith(composition, route)];
    const inputs = inputsOf(route, keys);
    let text: string | undefined;
    const options = { newer: canary, rest: left, releases: slices };
    const render = () => (text ??= renderDocument(composition, shell, route, options));
    return names.map((name) => ({ name, inputs, render }));
  };
  const rendered = (name: string, text: string): DocumentSource => ({
    ...{ name, inputs: undefined },
    render: () => text,
  });
  return [
    ...[...routes, ...redirectDocuments(slices, routes)].flatMap((route) =>
      sourcesOf(route, documentNames(route.from ?? route.path)),
    ),
    ...sourcesOf(undefined, [documentName('404')]),
    ...sourcesOf(offlineRoute, [documentName(OFFLINE_PATH)]),
    ...recoveryDocument(composition, left).map((text) => rendered(documentName(RECOVERY_PATH), text)),
    ...siteFiles(composition, shell, slices).map(({ name, text }) => rendered(name, text)),
  ];
}

export const renderDocuments = (
  ...given: Parameters<typeof documentSources>
): { name: string; text: string }[] =>
  documentSources(...given).map(({ name, render }) => ({ name, text: render() }));
