/** The documents of the contenders. */
import { join } from 'node:path';
import type { StatsCompilation } from '@rspack/core';
import { filesOfImport, lazyModules } from '@slipway/build/release';
import { isShownAtOnce } from '@slipway/contracts';
import { themeScript } from '@slipway/design-system/theme-script';
import { manifest as shell } from '../../apps/shell/shell.manifest';
import { folderOf, slices } from './config';

export const tag = {
  script: (file: string) => `<script defer src="/${file}"></script>`,
  style: (file: string) => `<link rel="stylesheet" href="/${file}">`,
  preload: (file: string) =>
    file.endsWith('.css') ? tag.style(file) : `<link rel="preload" as="script" href="/${file}">`,
  font: (file: string) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
};

/** `settings` is the part of a composition that a build without slices' releases needs. */
export const documentWith = (head: readonly string[], settings: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Slipway</title>
<script>${themeScript}</script>
${head.join('\n')}
<script type="application/json" id="settings">${settings}</script></head><body><div id="root"></div></body></html>`;

export const entryFiles = (stats: StatsCompilation) =>
  (stats.entrypoints?.['main']?.assets ?? []).map(({ name }) => name);

/** The scripts of each route, and of the slots that it shows at once: the same that our documents preload. */
export function preloadsOf(stats: StatsCompilation): (path: string) => string[] {
  const parts = new Map<string, string[]>();
  const add = (file: string, keys: readonly string[], issuer: string) => {
    for (const [key, request] of lazyModules(file, keys))
      parts.set(key, [...(parts.get(key) ?? []), ...filesOfImport(stats, issuer, request)]);
  };
  add(join(folderOf('shell'), 'src/pages.ts'), ['/', '/dashboard'], 'shell/src/pages.ts');
  for (const [id, { routes, slots }] of Object.entries(slices)) {
    const keys = [...routes.map(({ path }) => path), ...slots.map(({ name }) => name)];
    add(join(folderOf(id), 'src/slice.ts'), keys, `${id}/src/slice.ts`);
  }
  const routes = [...shell.routes, ...Object.values(slices).flatMap((slice) => slice.routes)];
  return (path) => {
    const shows: readonly { name: string }[] = routes.find((route) => route.path === path)?.shows ?? [];
    const keys = [path, ...shows.map(({ name }) => name).filter(isShownAtOnce)];
    return [...new Set(keys.flatMap((key) => parts.get(key) ?? []))];
  };
}
