/**
 * Leaf packages that a slice shares with other slices: each brings its own copy, and a page loads one copy of each version
 * range. Two majors run side by side (decision 075).
 */
import * as v from 'valibot';
import { filePath } from './releaseFields';

const packageName = v.pipe(
  v.string('must be the name of a package'),
  v.regex(
    /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/,
    'must be the name of a package, such as @team/charts',
  ),
);

/** The packages that a manifest shares. */
export const sharesSchema = v.array(packageName);

/** The shared packages of a release: each with its exact version and the scripts that only a page without a fitting copy loads. */
export const sharedCopiesSchema = v.record(
  packageName,
  v.object({ version: v.pipe(v.string(), v.nonEmpty('must be a version')), files: v.array(filePath) }),
);

/** The copies of shared packages in a release, by package. */
export type SharedCopies = v.InferOutput<typeof sharedCopiesSchema>;

/**
 * Singletons: packages of which a page has one copy, with the package that brings them: the session, the query client, toasts, the
 * router, styles and React have state that all slices use together.
 */
const singletons: Readonly<Record<string, string>> = {
  react: 'react',
  'react-dom': 'react-dom',
  '@tanstack/react-query': '@tanstack/react-query',
  '@tanstack/query-core': '@tanstack/react-query',
  'react-router': '@slipway/platform',
  'react-router-dom': '@slipway/platform',
  'react-hot-toast': '@slipway/design-system',
  'styled-components': '@slipway/design-system',
  '@supabase/supabase-js': '@slipway/data',
  '@supabase/auth-js': '@slipway/data',
  '@slipway/data': '@slipway/data',
  '@slipway/design-system': '@slipway/design-system',
  '@slipway/log': '@slipway/log',
  '@slipway/platform': '@slipway/platform',
  '@slipway/session': '@slipway/session',
};

/** The shared package through which slices use a package of which a page has one copy; undefined for every other one. */
export const singletonOwner = (name: string): string | undefined => singletons[name];

/** Why a slice may not share the packages that its manifest lists. */
export const shareFailures = ({
  shares = [],
  isolation,
}: {
  shares?: readonly string[];
  isolation?: unknown;
}): string[] => [
  ...shares.flatMap((name) => {
    const owner = singletonOwner(name);
    return owner === undefined
      ? []
      : [`shares: a page has one copy of ${name}, that of the shell: import ${owner}, and remove it here`];
  }),
  ...(isolation !== undefined && shares.length > 0
    ? ['shares: a sandboxed slice has no other slice to share with: remove it']
    : []),
];
