/** Deploys builds to environments: the release store, the checks, compositions and their documents. */
export { type AlertRound, watchAlerts } from './alerts/round';
export { alertFiles, readAlertSettings } from './alerts/settings';
export { type AutoCanary, createRounds, type Round } from './canary/round';
export { superviseCanary } from './canary/supervise';
export { watchCanaries } from './canary/watch';
export { author } from './command-line/author';
export { changeLines, shortVersion } from './command-line/text';
export { commandAdvice } from './policy/advice';
export { openTarget, type Target } from './command-line/target';
export { deploy } from './composition/deploy';
export type { Deployed, DeployRequest } from './composition/deployRequest';
export {
  contentPolicy,
  FILE_POLICY,
  framePolicy,
  metaPolicy,
  policyOptions,
  securityHeaders,
  WORKER_INTEGRITY_POLICY,
} from './composition/headers';
export { escapeText } from './composition/documentHead';
export { AGENT_SITEMAP, siteFileTypes, sitemapOf } from './composition/siteFiles';
export { WORKER } from './composition/worker';
export { currentComposition, currentRevision, readRevision, type Revision } from './composition/read';
export { changesBetween, type Selection, type SelectionEdits, selectionOf } from './composition/selection';
export { wholeHistory } from './composition/wholeHistory';
export type { Environment } from './environment/environment';
export { type Settings, settingsOf } from './environment/settings';
export { hasOwnServer, LOCAL, recordServer, runningOrigin, serverHome } from './environment/runningServer';
export { findWorkspace, type Workspace } from './environment/workspace';
export { hostingFiles } from './hosting/files';
export { builtRelease, type Candidate } from './release/candidate';
export { releaseVersion } from '@slipway/build/release-version';
export { integrityOf } from './release/integrity';
export { publish } from './release/publish';
export { folderStore } from './store/folderStore';
export { documentsToTry } from './store/documentPaths';
export { documentName, publicFolder, releaseBase, RELEASES, revisionBase } from './store/keys';
export { isFrame } from './composition/frame';
export { deltaKeyTo, dictionaryHeader, earlierHash, laterFiles } from './store/delta';
export { encodings, isCompressedCopy, objectHeaders } from './store/objectHeaders';
export { openStore } from './store/openStore';
export type { Store } from './store/store';
export { openTrust, type Trust } from './trust/open';
export { PROOF, proofKey } from './trust/paths';
export { verifyingStore } from './trust/serving';
export { signingVariables } from './trust/signer';
