/** The keys of a store. A release's key is also its path on the app's origin. */

export const releasesFolder = (id: string) => `slices/${id}`;
export const releaseBase = (id: string, version: string) => `${releasesFolder(id)}/${version}/`;
const environmentBase = (environment: string) => `environments/${environment}/`;
export const pointerKey = (environment: string) => `${environmentBase(environment)}current.json`;
/** In a folder store, the link to the current revision beside the pointer. A bucket has none. */
export const linkKey = (environment: string) => `${environmentBase(environment)}current`;
export const revisionsFolder = (environment: string) => `${environmentBase(environment)}revisions`;
export const revisionBase = (environment: string, revision: number) =>
  `${revisionsFolder(environment)}/${String(revision)}/`;

/** The document of a route path, or of `404`: `/` is `index.html`, `/a/b` is `a/b.html`. */
export const documentName = (path: string) =>
  path === '/' ? 'index.html' : `${path.replace(/^\//, '')}.html`;
