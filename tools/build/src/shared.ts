/**
 * The packages of which a page has exactly one copy: the shell carries them, slices take them from it.
 * Not shared on purpose: react-router-dom, styled-components, react-hot-toast and @supabase/supabase-js live inside
 * the library that owns them (a shared package is never tree-shaken), and `contracts` is small and has no state.
 */
import { createRequire } from 'node:module';

/** In the shell's first scripts, so that no slice waits for them. */
const first = [
  'react',
  'react-dom',
  'react/jsx-runtime',
  '@tanstack/react-query',
  '@slipway/data',
  '@slipway/design-system',
  '@slipway/platform',
  '@slipway/session',
] as const;

/** In scripts of their own, fetched when a page that wants them comes: what the first view is without. */
const later = ['@slipway/design-system/chart', '@slipway/design-system/overlays'] as const;

const names = [...first, ...later];

/** `react/jsx-runtime` is an entry of the package `react`: its version is the package's. */
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

function installedVersion(name: string, directory: string): string {
  const require = createRequire(`${directory}/package.json`);
  // Not every package exports its package.json, so it is looked for where Node would look.
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return (require(`${folder}/${packageOf(name)}/package.json`) as { version: string }).version;
    } catch {
      continue;
    }
  }
  throw new Error(`${name} is not installed for ${directory}: run npm install`);
}

/** Shared package to the exact version installed for `directory`. */
export const providedVersions = (directory: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, installedVersion(name, directory)]));

/** Shared package to the range a slice built in `directory` takes: no older than it was built with, the same major. */
export const requiredRanges = (directory: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `^${installedVersion(name, directory)}`]));

/** The shell's side: it carries them all, those of `later` also when no page of its own wants them. */
export const shellShared = (directory: string) => {
  const require = createRequire(`${directory}/package.json`);
  const exact = (name: string) => {
    const version = installedVersion(name, directory);
    return { singleton: true, strictVersion: true, requiredVersion: version, version };
  };
  return {
    ...Object.fromEntries(first.map((name) => [name, { ...exact(name), eager: true }])),
    // A name is provided only if some module imports it, a file always.
    ...Object.fromEntries(later.map((name) => [name, { ...exact(name), import: require.resolve(name) }])),
  };
};

/** A slice's side: `import: false` builds no second copy; a shell that cannot meet the range refuses the slice. */
export const sliceShared = (directory: string) =>
  Object.fromEntries(
    Object.entries(requiredRanges(directory)).map(([name, range]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion: range, import: false as const },
    ]),
  );
