/** From a build to what an environment runs: the release store, the check, compositions and their documents. */
export { type Change, currentComposition, currentRevision, deploy } from './composition';
export { folderStore } from './folderStore';
export { metaPolicy, securityHeaders } from './headers';
export { documentName, releaseBase, revisionBase } from './keys';
export { integrityOf, publish, readRelease } from './publish';
export type { Store } from './store';
