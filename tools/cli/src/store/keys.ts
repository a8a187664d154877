/** The keys of a store. A web server serves the documents and the public area of its environment, and nothing else. */
import { isDynamic, patternsOf } from '@slipway/contracts';

/** Published releases. No origin serves them: a deploy copies them to the public areas of environments. */
export const RELEASES = 'releases';
/** Where earlier versions published, and every origin served them. It is no longer read. */
export const EARLIER_RELEASES = 'slices';
export const releasesFolder = (id: string) => `${RELEASES}/${id}`;
export const releaseBase = (id: string, version: string) => `${releasesFolder(id)}/${version}/`;
/** The path of a release on the origin of every environment that runs it. */
export const releasePath = (id: string, version: string) => `/slices/${id}/${version}/`;

const environmentBase = (environment: string) => `environments/${environment}/`;
/** The files of an environment's releases. Their paths on its origin are the same as below this folder. */
export const publicFolder = (environment: string) => `${environmentBase(environment)}public`;
export const publicBase = (environment: string, id: string, version: string) =>
  publicFolder(environment) + releasePath(id, version);
/** The folder on the origin for the compositions that pages fetch. It is no valid name of a slice. */
export const REST = '_rest';
/** The path of a revision's composition on the origin. `sha256` is its hash: a preview that is made again has revision 1 again. */
export const restPath = (revision: number, sha256: string) =>
  `/slices/${REST}/${String(revision)}/${sha256.slice(0, 16)}.json`;
export const pointerKey = (environment: string) => `${environmentBase(environment)}current.json`;
/** In a folder store, the link to the current revision beside the pointer. A bucket has none. */
export const linkKey = (environment: string) => `${environmentBase(environment)}current`;
/** The needs of earlier revisions, as `prune` has read them. */
export const pruneKey = (environment: string) => `${environmentBase(environment)}prune.json`;
export const settingsKey = (environment: string, revision: number) =>
  `${environmentBase(environment)}settings/${String(revision)}.json`;
export const revisionsFolder = (environment: string) => `${environmentBase(environment)}revisions`;
export const revisionBase = (environment: string, revision: number) =>
  `${revisionsFolder(environment)}/${String(revision)}/`;

/** The document of a route path, or of `404`: `/` is `index.html`, `/a/b` is `a/b.html`. */
export const documentName = (path: string) =>
  path === '/' ? 'index.html' : `${path.replace(/^\//, '')}.html`;

/** The documents of a route: one for each of its patterns, with `_` for a parameter and `__` for a rest. */
export const documentNames = (path: string): string[] =>
  isDynamic(path)
    ? patternsOf(path).map((pattern) =>
        documentName(
          `/${pattern.map((segment) => (segment === '*' ? '__' : segment === ':' ? '_' : segment)).join('/')}`,
        ),
      )
    : [documentName(path)];
