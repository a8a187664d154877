/**
 * The packages of which a page has exactly one copy: the shell carries them, slices take them from it.
 * Not shared on purpose: react-router-dom, styled-components, react-hot-toast and @supabase/supabase-js live inside
 * the library that owns them (a shared package is never tree-shaken), and `contracts` is small and has no state.
 */
import { createRequire } from 'node:module';

const names = [
  'react',
  'react-dom',
  'react/jsx-runtime',
  '@tanstack/react-query',
  '@slipway/data',
  '@slipway/design-system',
  '@slipway/platform',
  '@slipway/session',
] as const;

/** `react/jsx-runtime` is part of the package `react`. */
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

/** The shell's side: carried in its first scripts, so that no slice waits for a shared package. */
export const shellShared = (directory: string) =>
  Object.fromEntries(
    Object.entries(providedVersions(directory)).map(([name, version]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion: version, version, eager: true },
    ]),
  );

/** A slice's side: `import: false` builds no second copy; a shell that cannot meet the range refuses the slice. */
export const sliceShared = (directory: string) =>
  Object.fromEntries(
    Object.entries(requiredRanges(directory)).map(([name, range]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion: range, import: false as const },
    ]),
  );
