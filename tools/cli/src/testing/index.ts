/** For tests of other projects: a store that several teams share, and attacks on it. */
export { byHand, restOf, type HandAttack, running, undeployed } from './attacks/byHand';
export { FOREIGN, generatedAttacks, objectsIn } from './attacks/generated';
export { type Changes, metadataAttacks } from './attacks/metadata';
export { s3Credentials, startS3Server } from './s3Server';
export { stores } from './stores';
export {
  billingRelease,
  firstDeploy,
  marketRelease,
  openSharedStore,
  type KeyOwner,
  type SharedStore,
} from './trust';
export { shellRelease, sliceRelease } from './releases';
export { openWorkspace, type TestWorkspace, testWorkspace, type WorkspaceWithStore } from './workspace';
