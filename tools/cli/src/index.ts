/** Deploys builds to environments: the release store, the checks, compositions and their documents. */
export { type Deployed, deploy, type DeployRequest } from './composition/deploy';
export { contentPolicy, FILE_POLICY, metaPolicy, securityHeaders } from './composition/headers';
export { currentComposition, currentRevision } from './composition/read';
export { selectionOf } from './composition/selection';
export type { Environment } from './environment/environment';
export { type Settings, settingsOf } from './environment/settings';
export { findWorkspace, type Workspace } from './environment/workspace';
export { hostingFiles } from './hosting/files';
export { builtRelease, type Candidate } from './release/candidate';
export { integrityOf } from './release/integrity';
export { publish } from './release/publish';
export { folderStore } from './store/folderStore';
export { documentName, publicFolder, releaseBase, RELEASES, revisionBase } from './store/keys';
export { encodings, isCompressedCopy, objectHeaders } from './store/objectHeaders';
export { openStore } from './store/openStore';
export type { Store } from './store/store';
