/** The elements with which a document loads a shell. With a canary, those of both are in templates: a script copies one. */
import type { ShellRelease } from '@slipway/contracts';

/** The part of a shell's release that a document needs. */
export type DocumentShell = Pick<
  ShellRelease,
  | 'scripts'
  | 'styles'
  | 'beforePaint'
  | 'icons'
  | 'images'
  | 'preload'
  | 'pages'
  | 'handlesStart'
  | 'links'
  | 'chooser'
  | 'prerendered'
  | 'prerenderedFrame'
  | 'prerenderedUserFrame'
  | 'firstRequests'
> & { files: Readonly<Record<string, { integrity: string }>> };

export interface Asset {
  href: string;
  integrity: string;
}

const attributes = ({ href, integrity }: Asset) =>
  `href="${href}" integrity="${integrity}" crossorigin="anonymous"`;

const script = (kind: string, { href, integrity }: Asset, more = '') =>
  `<script${kind} src="${href}" integrity="${integrity}" crossorigin="anonymous"${more}></script>`;

const preloadScript = (asset: Asset) => `<link rel="preload" as="script" ${attributes(asset)}>`;

/** A file of a release whose files are below `base`. */
export const assetOf = ({ files }: Pick<DocumentShell, 'files'>, base: string, file: string): Asset => ({
  href: base + file,
  integrity: files[file]?.integrity ?? '',
});

const stylesheet = (asset: Asset) => `<link rel="stylesheet" ${attributes(asset)}>`;

/**
 * Styles of a slice in a document. They neither block rendering nor scripts, as other stylesheets do: a slice whose files
 * hang must not keep the app from starting. The script before the first paint applies them. Without scripts there is no
 * session, so a page for signed-in users stays hidden.
 */
const sliceStyleElements = (files: readonly Asset[], access?: string): string[] => [
  ...files.map(
    (file) =>
      `<link rel="stylesheet" media="not all" fetchpriority="high" data-prerendered ${attributes(file)}>`,
  ),
  ...(files.length > 0 && access !== 'signed-in'
    ? [`<noscript>${files.map(stylesheet).join('')}</noscript>`]
    : []),
];

interface ShellElements {
  styles: string[];
  scripts: string[];
  /** Fonts, and the files of the page: those of the shell, and `slices`. */
  others: string[];
  beforePaint: string[];
}

/** The scripts of the shell's pages with these keys: paths, or the access of a page for shells from before decision 105. */
export const pageScripts = ({ pages }: Pick<DocumentShell, 'pages'>, keys: readonly string[]): string[] => [
  ...new Set(keys.flatMap((key) => pages[key] ?? [])),
];

interface DocumentPage {
  /** Where `pages` of the shell lists the scripts of the page. */
  keys: readonly string[];
  /** The files of slices. */
  slices: readonly Asset[];
  /** The attribute with which the script before the first paint preloads files of canaries. */
  chooses: string;
  prerendered?: { styles?: readonly Asset[]; sliceStyles?: readonly Asset[]; access?: string } | undefined;
}

/**
 * The elements of a shell whose files are below `base`, for a page. A document has them in this order: on HTTP/1.1 a browser
 * has six connections, and everything else waits for the shell's scripts.
 */
export function shellElements(
  shell: DocumentShell,
  base: string,
  { keys, slices, chooses, prerendered = {} }: DocumentPage,
): ShellElements {
  const { styles: ownStyles = [], sliceStyles = [], access } = prerendered;
  const asset = (file: string) => assetOf(shell, base, file);
  const page = pageScripts(shell, keys).filter((file) => !shell.scripts.includes(file));
  return {
    styles: [
      ...[...shell.styles.map(asset), ...ownStyles].map(stylesheet),
      ...sliceStyleElements(sliceStyles, access),
    ],
    scripts: shell.scripts.map((file) => script(' defer', asset(file))),
    others: [
      ...shell.preload.map(
        (file) =>
          `<link rel="preload" as="font" type="font/woff2" href="${base}${file}" crossorigin="anonymous">`,
      ),
      ...[...page.map(asset), ...slices].map((file) =>
        // Browsers ignore `integrity` on this kind of preload; the loader checks the manifest's hash when it fetches it.
        file.href.endsWith('.json')
          ? `<link rel="preload" as="fetch" href="${file.href}" crossorigin="anonymous">`
          : preloadScript(file),
      ),
    ],
    beforePaint: shell.beforePaint.map((file) => script('', asset(file), chooses)),
  };
}

/** Nothing in a template loads. In a copy, styles and the script before the first paint block rendering only if they ask for it. */
export function shellTemplate(side: string, { styles, scripts, others, beforePaint }: ShellElements): string {
  const blocking = (element: string) => element.replace(/^<(link|script)/, '<$1 blocking="render"');
  const early = scripts.map((element) =>
    element.replace('<script defer src=', '<link rel="preload" as="script" href=').replace('></script>', '>'),
  );
  return [
    `<template id="slipway-shell-${side}">`,
    ...[...styles.map(blocking), ...early, ...others, ...beforePaint.map(blocking), ...scripts],
    '</template>',
  ].join('\n');
}

/** The script that chooses, of the stable shell. */
export const chooserScript = (shell: DocumentShell, base: string): string[] =>
  shell.chooser === undefined ? [] : [script('', assetOf(shell, base, shell.chooser))];
