/** The paths of plans and approvals in a store. No web server serves them. */
import { shortKey } from '../trust/keys';

export const plansFolder = (environment: string) => `environments/${environment}/plans`;

/** A plan's name is the revision that it starts from and the hash of its bytes: `41-<sha256>`. */
export const planKey = (environment: string, name: string) => `${plansFolder(environment)}/${name}.json`;

/** The approvals of a plan or of a revision, whose hash `subject` is. */
export const approvalsFolder = (environment: string, subject: string) =>
  `environments/${environment}/approvals/${subject}`;
/** Each approval of a key is a new file. `at` is in milliseconds since 1970. */
export const approvalKey = (environment: string, subject: string, keyId: string, at: number) =>
  `${approvalsFolder(environment, subject)}/${shortKey(keyId)}-${String(at)}.json`;

/** The path by which `slipway trust add --ender` delegates to a key that only ends canaries. */
export const enderPath = (environment: string, revision: number | '*') =>
  `environments/${environment}/ended-canaries/${String(revision)}/statement.json`;

/** The path by which `slipway trust add --approver` delegates to a key that only approves. */
export const approverPattern = (environment: string) =>
  `environments/${environment}/approvals/*/approval.json`;
