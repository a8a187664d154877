/** From a build to what an environment runs: the release store, the check, compositions and their documents. */
export { type Change, currentComposition, currentRevision, deploy } from './composition';
export { folderStore } from './store/folderStore';
export { metaPolicy, securityHeaders } from './headers';
export { documentName, releaseBase, revisionBase } from './keys';
export { integrityOf, publish, readRelease } from './publish';
export { encodings, isCompressedCopy, objectHeaders } from './store/objectHeaders';
export { openStore } from './store/openStore';
export type { Store } from './store/store';
