/**
 * The packages of which a page has exactly one copy: the shell carries them, slices take them from it.
 * Not shared on purpose: react-router-dom, styled-components, react-hot-toast and @supabase/supabase-js live inside
 * the library that owns them (a shared package is never tree-shaken); `contracts`, `state` and `keys` are small and
 * keep no state: what `createEmitter` and `createStoredValue` make belongs to the shared library that calls them.
 */
import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';

/** In the shell's first scripts, so that no slice waits for them. */
const first = [
  'react',
  'react-dom',
  'react/jsx-runtime',
  '@tanstack/react-query',
  '@slipway/data',
  '@slipway/design-system',
  '@slipway/log',
  '@slipway/platform',
  '@slipway/session',
] as const;

/** In scripts of their own, fetched when a page that wants them comes: what the first view is without. */
const later = ['@slipway/design-system/chart', '@slipway/design-system/overlays'] as const;

const names = [...first, ...later];

/** `react/jsx-runtime` is an entry of the package `react`: its version is the package's. */
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** @returns undefined for a package that is not installed for `directory` */
function findVersion(name: string, directory: string): string | undefined {
  const require = createRequire(`${directory}/package.json`);
  // Not every package exports its package.json, so it is looked for where Node would look.
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return (require(`${folder}/${packageOf(name)}/package.json`) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return undefined;
}

function installedVersion(name: string, directory: string): string {
  const version = findVersion(name, directory);
  if (version === undefined) throw new Error(`${name} is not installed for ${directory}: run npm install`);
  return version;
}

/** Shared package to the exact version installed for `directory`. */
export const providedVersions = (directory: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, installedVersion(name, directory)]));

/** The shell's side: it carries them all, those of `later` also when no page of its own wants them. */
export const shellShared = (directory: string) => {
  const require = createRequire(`${directory}/package.json`);
  const exact = (name: string) => {
    const version = installedVersion(name, directory);
    return { singleton: true, strictVersion: true, requiredVersion: version, version };
  };
  return {
    ...Object.fromEntries(first.map((name) => [name, { ...exact(name), eager: true }])),
    // A name is provided only if some module imports it, a file always; the path stands in the bundle.
    ...Object.fromEntries(
      later.map((name) => {
        const file = relative(directory, require.resolve(name)).split(sep).join('/');
        return [name, { ...exact(name), import: file.startsWith('.') ? file : `./${file}` }];
      }),
    ),
  };
};

/**
 * A slice's side, for each shared package that is installed for it: no older than it was built with, the same major.
 * `import: false` builds no second copy; a shell that cannot meet the range refuses the slice.
 */
export const sliceShared = (directory: string) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const version = findVersion(name, directory);
      if (version === undefined) return [];
      const range = `^${version}`;
      return [
        [
          name,
          { singleton: true, strictVersion: true, requiredVersion: range, import: false as const },
        ] as const,
      ];
    }),
  );
