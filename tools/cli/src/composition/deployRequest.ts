/** A deploy: its request, the state that it starts from, and its result. */
import type { Composition } from '@slipway/contracts';
import type { OldContract } from '../checks/oldContracts';
import type { SharedCost } from '../checks/sharedCosts';
import type { Settings } from '../environment/settings';
import type { Advice } from '../policy/advice';
import type { ReadRates } from '../policy/errorBudget';
import type { NamedPlan } from '../policy/plan';
import type { Progress } from '../store/writeFiles';
import type { DeployState } from '../trust/deploying';
import type { RevisionRecord } from './record';
import type { ResolveRequest } from './resolve';
import type { Selection, SelectionEdits } from './selection';
import type { ChosenSettings } from './settings';

export interface DeployRequest extends ResolveRequest {
  edits: SelectionEdits;
  author: string;
  reason: string;
  isDryRun?: boolean;
  /** For a check of releases that no environment runs yet. Only a dry run may set it. */
  withoutMinimumTime?: boolean;
  /**
   * Milliseconds that another deploy may take from its revision number to its pointer, and between two signs of life in
   * the queue; 3,000 by default.
   */
  claimTimeout?: number | undefined;
  /** The earlier composition that a rollback runs again. */
  rollbackTo?: Composition;
  /** The revision that a user has seen: what others changed since is rejected. By default, the current one. */
  seen?: number;
  /** New settings. Only `slipway env apply` and the server that owns an environment set them. */
  settings?: Settings;
  /** An earlier composition whose settings are used again. */
  restoreSettingsOf?: Composition;
  /** Apps that must never fall back to their earlier release. */
  withoutFallback?: ReadonlySet<string>;
  /** Writes a plan for approval, and deploys nothing. */
  isPlan?: boolean;
  /** Bypasses approvals, freezes and the minimum time, for those whom the policy lists. */
  isBreakGlass?: boolean;
  /** Reads the views of a slice: a policy may want its error budget. Only commands set it, not the local server. */
  readRates?: ReadRates | undefined;
  /** The advice in rejections; the command line's by default. */
  advice?: Advice | undefined;
  /** The console's action for the same change, which a plan contains. */
  action?: unknown;
  onProgress?: (app: string, progress: Progress) => void;
}

export interface Deployed {
  before: Composition | undefined;
  /** The composition that runs now, or the planned one of a dry run. */
  composition: Composition;
  record: RevisionRecord;
  settings: ChosenSettings;
  /** False for a dry run, and if nothing differs from the current revision. */
  isWritten: boolean;
  /** The number of missing signatures of other keys. Until they are added, the revision does not become current. */
  missing: number;
  /** The plan that was written instead of a revision. */
  plan?: NamedPlan;
  /** Whether the current revision could not be verified, so that its releases are unknown and `record` has no changes. */
  isRecovery?: boolean;
  /** After a dry run: the reasons for which the policy rejects the change now. */
  rejections?: readonly string[];
  /** After a dry run: whether a plan of the change can be written. */
  canPlan?: boolean;
  /** Damage of releases that run already: it stops no deploy of others, and their owners have to repair it. */
  alarms: readonly string[];
  /** The leaf packages that its slices share. */
  sharedCosts: readonly SharedCost[];
  /** The slices that hold back the removal of a contract. */
  oldContracts: readonly OldContract[];
}

/** The state of an environment when an attempt begins. */
export interface Current {
  revision: DeployState | undefined;
  selection: Selection;
}
