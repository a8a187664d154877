/**
 * The packages of which a page has exactly one copy: the shell provides them, and slices use them.
 * Not shared on purpose: react-router-dom, styled-components, react-hot-toast and @supabase/supabase-js are bundled into
 * the library that owns them, because a shared package is never tree-shaken. `contracts`, `state` and `keys` are small and
 * stateless: an emitter or stored value belongs to the shared library that creates it.
 */
import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';

/** In the shell's first scripts, so that no slice waits for them. */
const eager = [
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

/** In separate scripts, loaded on demand; not needed for first paint. */
const lazy = [
  '@slipway/design-system/chart',
  '@slipway/design-system/chat',
  '@slipway/design-system/markdown',
  '@slipway/design-system/overlays',
  '@slipway/design-system/pictures',
] as const;

const names = [...eager, ...lazy];

/** `react/jsx-runtime` is an entry of the package `react`: its version is the package's. */
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** @returns undefined for a package that is not installed for `directory` */
function findVersion(name: string, directory: string): string | undefined {
  const require = createRequire(`${directory}/package.json`);
  // Not every package exports its package.json, so this searches the folders that Node would.
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
  if (version === undefined) throw new Error(`${name} is not installed in ${directory}: run npm install`);
  return version;
}

/** Shared package to the exact version that is installed for `directory`. */
export const providedVersions = (directory: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, installedVersion(name, directory)]));

/** The shell's side: it provides all of them, including lazy ones that none of its pages uses. */
export const shellShared = (directory: string) => {
  const require = createRequire(`${directory}/package.json`);
  const exact = (name: string) => {
    const version = installedVersion(name, directory);
    return { singleton: true, strictVersion: true, requiredVersion: version, version };
  };
  return {
    ...Object.fromEntries(eager.map((name) => [name, { ...exact(name), eager: true }])),
    // A name is provided only when some module imports it, a file always. The path becomes part of the bundle.
    ...Object.fromEntries(
      lazy.map((name) => {
        const file = relative(directory, require.resolve(name)).split(sep).join('/');
        return [name, { ...exact(name), import: file.startsWith('.') ? file : `./${file}` }];
      }),
    ),
  };
};

/**
 * A slice's side, for each shared package that is installed for it: the version it was built with or a newer one of the
 * same major. `import: false` bundles no second copy; a shell outside of the range rejects the slice.
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

/**
 * Leaf packages that the slice shares with other slices: its own copy, in separate scripts, unless the page has loaded one
 * of the same major that is not older. @throws for a package that is not installed
 */
export const leafShared = (names: readonly string[], directory: string) =>
  Object.fromEntries(
    names.map((name) => {
      const version = installedVersion(name, directory);
      return [name, { singleton: false, strictVersion: true, requiredVersion: `^${version}`, version }];
    }),
  );
