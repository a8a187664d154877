/**
 * The paths of signed metadata in a store, and the path patterns that roles are delegated. No web server serves
 * `trust/`.
 */
import { releaseBase, revisionBase } from '../store/keys';

export const rootsFolder = 'trust/root';
export const rootKey = (version: number) => `${rootsFolder}/${String(version)}.json`;

export const targetsFolder = 'trust/targets';
export const targetsKey = (version: number) => `${targetsFolder}/${String(version)}.json`;

/** Who owns which key. It belongs to the targets of the same version, which list its hash. */
export const namesKey = (version: number) => `trust/names/${String(version)}.json`;

export const timestampKey = (environment: string) => `trust/timestamps/${environment}.json`;

export const statementKey = (environment: string, revision: number) =>
  `${revisionBase(environment, revision)}statement.json`;

export const signedReleaseKey = (id: string, version: string) =>
  `${releaseBase(id, version)}release.signed.json`;

/** Signatures that were added later, one key each. */
export const signaturesFolder = (document: string) => document.replace(/\.json$/, '.signatures');

/** The paths that are delegated to roles. They are part of the signed metadata, so they never change. */
export const releasePath = (id: string, version: string) => `releases/${id}/${version}/release.json`;
export const statementPath = (environment: string, revision: number) =>
  `environments/${environment}/revisions/${String(revision)}/statement.json`;

/** The paths of releases and of statements that a role signs. `id` and `name` may contain `*`. */
export const slicePattern = (id: string) => releasePath(id, '*');
export const environmentPattern = (name: string) => `environments/${name}/revisions/*/statement.json`;

/** Served by the environment's origin as `/slipway.trust.json`. */
export const PROOF = 'slipway.trust.json';
export const proofKey = (environment: string) => `environments/${environment}/${PROOF}`;
