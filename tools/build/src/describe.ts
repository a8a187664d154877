/** Describes a shell or a slice for its `release.json`. */
import { join } from 'node:path';
import type { ShellManifest, SliceManifest } from '@slipway/contracts';
import { filesOfEntry, filesOfImport } from './chunks';
import { lazyModules } from './pages';
import type { DescribeRelease } from './releasePlugin';
import { imagesOf } from './imagesPlugin';
import { FEDERATION_MANIFEST, sharedCopies, sharedRanges, sliceFields } from './release';
import type { PrerenderPlugin } from './prerender';
import { BEFORE_PAINT, CHOOSER, WORKER } from './scriptPlugin';
import { providedVersions } from './shared';
import type { TranslationsPlugin } from './translationsPlugin';

const isScript = (file: string) => file.endsWith('.js');

/** Adds a slice's fields to its `release.json`, after each build. @throws `invalid_input` for a route or slot without a module */
export function describeSlice(
  manifest: SliceManifest,
  directory: string,
  translations: Pick<TranslationsPlugin, 'languages'>,
  prerender?: Pick<PrerenderPlugin, 'fields'>,
): DescribeRelease {
  const keys = [...manifest.routes.map((route) => route.path), ...manifest.slots.map((slot) => slot.name)];
  const modules = lazyModules(join(directory, 'src/slice.ts'), keys);
  return (basis, stats, output) => {
    const names = Object.keys(basis.files);
    const container = names.find((name) => name.startsWith('remoteEntry.'));
    // Only a development build has a file for it.
    const exposed = names.filter((name) => name.startsWith('__federation_expose_slice.'));
    return {
      ...basis,
      ...(translations.languages && { languages: translations.languages }),
      ...sliceFields(manifest),
      ...prerender?.fields,
      requires: sharedRanges(join(output, FEDERATION_MANIFEST), manifest.shares),
      ...(manifest.shares && { shares: sharedCopies(join(output, FEDERATION_MANIFEST), manifest.shares) }),
      // Its global variable has the slice's id, so a page needs no manifest to load it.
      entry: container,
      preload: Object.fromEntries(
        [...modules].map(([key, request]) => [
          key,
          [container, ...exposed, ...filesOfImport(stats, '/src/slice.ts', request).filter(isScript)],
        ]),
      ),
    };
  };
}

/** Adds the shell's fields to its `release.json`, after each build. @throws `invalid_input` for a route without a module */
export function describeShell(
  manifest: ShellManifest,
  directory: string,
  translations: Pick<TranslationsPlugin, 'languages'>,
  prerender?: Pick<PrerenderPlugin, 'fields'>,
): DescribeRelease {
  const keys = [...manifest.routes.map((route) => route.path), '404'];
  const modules = lazyModules(join(directory, 'src/pages.ts'), keys);
  return (basis, stats) => {
    const entry = filesOfEntry(stats, 'main');
    const fileOf = (prefix: string) => Object.keys(basis.files).find((file) => file.startsWith(prefix));
    const [worker, chooser] = [fileOf(WORKER), fileOf(CHOOSER)];
    return {
      ...basis,
      ...(translations.languages && { languages: translations.languages }),
      kind: 'shell',
      id: manifest.id,
      contracts: manifest.contracts,
      ...(manifest.links && { links: [...manifest.links] }),
      provides: providedVersions(directory),
      routes: manifest.routes,
      ...(manifest.offers && { offers: manifest.offers }),
      handlesStart: true,
      ...(worker !== undefined && { worker }),
      ...(chooser !== undefined && { chooser }),
      ...prerender?.fields,
      scripts: entry.filter(isScript),
      styles: entry.filter((file) => file.endsWith('.css')),
      beforePaint: Object.keys(basis.files).filter((file) => file.startsWith(BEFORE_PAINT)),
      icons: Object.keys(basis.files).filter((file) => file.startsWith('icon.')),
      images: imagesOf(Object.keys(basis.files)),
      preload: Object.keys(basis.files).filter((file) => file.endsWith('.woff2')),
      pages: Object.fromEntries([
        ...[...modules].map(([key, request]) => [
          key,
          filesOfImport(stats, '/src/pages.ts', request).filter(isScript),
        ]),
        ['session', filesOfImport(stats, '/src/lazyAuth.ts', '@supabase/auth-js').filter(isScript)],
      ]),
    };
  };
}
