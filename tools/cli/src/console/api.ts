/**
 * The JSON that the console's routes send and take: types only, so that its page can import them without any code of
 * the command line. One file, because it is the one contract between the two.
 */
import type { Change } from '../composition/selection';
import type { Grant } from '../composition/thirdParties';
import type { SettingsChange } from '../environment/settings';

export type { Change, Grant, SettingsChange };

/** An app, or the canary of a slice, as `slipway status --json` lists it. */
export interface Part {
  kind: 'stable' | 'canary';
  app: string;
  version: string;
  /** For a canary: the share of visitors. */
  percent?: number;
  /** The revision that brought this version, when, and who signed it. */
  revision?: number;
  at?: string;
  author?: string;
  /** Differs from the environment before it. */
  isDrift: boolean;
  /** The release that a browser falls back to. */
  fallback: string | null;
}

/** One environment, as `slipway status --json` lists it. */
export interface EnvironmentStatus {
  environment: string;
  /** Why it could not be read. */
  error: string | null;
  /** Why its revision is not verified. */
  unverified: string | null;
  revision: number | null;
  /** A sentence for a file that differs from the current settings. */
  notice: string | null;
  breakGlass: readonly {
    revision: number;
    author: string;
    reason: string;
    /** Whether the key of this machine can. */
    canAcknowledge: boolean;
  }[];
  parts: readonly Part[];
}

/** A release that an override link can name. */
export interface OverrideTarget {
  kind: 'canary' | 'fallback' | 'listed';
  version: string;
}

export interface OverviewEnvironment extends EnvironmentStatus {
  address: string;
  /** A preview, which is not compared with the others. */
  isPreview: boolean;
  /** When the current revision was written, ISO-8601 UTC. */
  createdAt: string | null;
  /** The rule of its policy; null without one. */
  approvals: { count: number; by: readonly string[] } | null;
  /** Whether its servers judge canaries, and propose steps. */
  hasCanarySteps: boolean;
  allowOverrides: boolean;
  /** Slice to the releases that a link can run in a browser; empty where the settings allow no overrides. */
  overrides: Readonly<Record<string, readonly OverrideTarget[]>>;
  /** The other origins that it grants to slices. */
  grants: readonly Grant[];
  /** Slice, or `shell`, to the team that owns it. */
  owners: Readonly<Record<string, string>>;
  /** Slice to the paths of its pages. */
  routes: Readonly<Record<string, readonly string[]>>;
}

export interface Overview {
  /** Read-only: each action ends with a command to run elsewhere. */
  isReadOnly: boolean;
  environments: readonly OverviewEnvironment[];
}

/** A change, as the page asks for it. Each is one command of `slipway`. */
export type Action =
  | { kind: 'promote'; from: string; to: string; slices: readonly string[] }
  | { kind: 'rollback'; environment: string; to: number; slices: readonly string[] }
  /** With `version` it starts that release; without it, it changes the share of the canary `of`, and of no other one. */
  | {
      kind: 'canary';
      environment: string;
      slice: string;
      version?: string | undefined;
      of?: string | undefined;
      percent: number;
    }
  /** `version`: the canary that ends, and no other one. */
  | { kind: 'finish' | 'abort'; environment: string; slice: string; version?: string | undefined }
  /** Applies the environment's file: for a plan that is approved. */
  | { kind: 'settings'; environment: string }
  /** Releases such as `billing@1a2b3c4d`: for a plan that is approved. */
  | { kind: 'deploy'; environment: string; releases: readonly string[] }
  | { kind: 'approve'; environment: string; plan: string }
  /** Approves a revision that bypassed the policy. */
  | { kind: 'acknowledge'; environment: string; revision: number };

/** The effect of an action: the result of the command's dry run. */
export interface Preview {
  /** The equivalent command for a terminal. */
  command: string;
  environment: string;
  /** The revision that it replaces; null for the first one, and for an approval. */
  before: number | null;
  changes: readonly Change[];
  settings: readonly SettingsChange[];
  /** Other differences by name, such as `fallback`. */
  others: readonly string[];
  /** The reasons for which the environment's policy rejects it now. */
  rejections: readonly string[];
  /** Whether a plan of it can be written: approvals are wanted, and no plan of it waits for them. */
  canPlan: boolean;
  /** For an approval: the author and the reason of what it approves. */
  approved?: { author: string; reason: string };
}

export interface RunRequest {
  /** A UUID. The console runs a request once: one with the same id gets the same response, such as after a lost one. */
  id: string;
  action: Action;
  reason: string;
  /** Writes a plan for others to approve, and changes nothing. */
  isPlan: boolean;
  /** The preview that the user has confirmed: a different one is rejected. */
  confirmed: Pick<Preview, 'before' | 'changes' | 'settings'>;
}

export interface RunResult {
  /** The output of the command. */
  text: string;
  /** The revision that the environment runs now; null after a plan, an approval, or while a signature is missing. */
  revision: number | null;
}

/** A revision in the history, as `slipway history --json` lists it. */
export interface HistoryEntry {
  revision: number;
  at: string;
  author: string;
  reason: string;
  /** The revision that it replaced, or 0. */
  previous: number;
  changes: readonly Change[];
  /** Names of settings that differ. */
  settings: readonly string[];
  approvers: readonly string[];
  isBreakGlass: boolean;
  /** Why the revision is not verified. */
  unverified?: string;
}

/** A revision that cannot be read. */
export interface DamagedEntry {
  revision: number;
  /** Why, and what to do. */
  damage: string;
}

/** The releases of an environment at a time, as `slipway history --at --json` prints it; null before the first deploy. */
export type Moment = {
  at: string;
  revision: number;
  from: string;
  until: string | null;
  author: string;
  reason: string;
  approvers: readonly string[];
  isBreakGlass: boolean;
  unverified?: string;
  parts: readonly { kind: 'stable' | 'canary'; app: string; version: string; percent: number }[];
} | null;

export interface PendingPlan {
  /** The hash that an approval names. */
  plan: string;
  environment: string;
  author: string;
  reason: string;
  createdAt: string;
  /** The revision that it starts from. */
  base: number;
  approvals: readonly { by: string; at: string; expires: string }[];
  /** How many approvals the policy wants. */
  wanted: number;
  /** Whether the key of this machine made it: only its author can run it. */
  isOwn: boolean;
  /** Whether the key of this machine can approve it. */
  canApprove: boolean;
  /** The action that runs it; null if the console has none. */
  action: Exclude<Action, { kind: 'approve' | 'acknowledge' }> | null;
}

/** The step that the reports propose for a canary of an environment with steps. */
export interface Proposal {
  slice: string;
  version: string;
  /** The share of visitors now. */
  percent: number;
  /** The action to sign; null until there is a decision. */
  action: Extract<Action, { kind: 'canary' | 'finish' | 'abort' }> | null;
  /** The results of the comparisons, or what is missing for them. */
  reasons: readonly string[];
  /** The reason that the history gets. */
  reason: string;
}

/** The commit of a release, if this repository has it. */
export interface CommitInfo {
  hash: string;
  author: string | null;
  subject: string | null;
}

export interface ReleaseInfo {
  version: string;
  builtAt: string;
  owner: string | null;
  commit: CommitInfo;
  /** Whether it was built with uncommitted changes, according to its provenance. */
  hasUncommittedChanges: boolean;
  routes: readonly string[];
  /** Where it runs now. */
  runs: readonly { environment: string; kind: 'stable' | 'canary' | 'fallback'; percent?: number }[];
  /** Why its description cannot be read. */
  error: string | null;
}

/** A revision that changed a slice. */
export interface DeployMark {
  environment: string;
  revision: number;
  previous: number;
  at: string;
  author: string;
  reason: string;
  changes: readonly Change[];
  unverified?: string;
}

export interface SliceInfo {
  slice: string;
  /** Newest first. */
  releases: readonly ReleaseInfo[];
  /** Newest first, of all environments. */
  deploys: readonly DeployMark[];
}

/** The health of one release in one group of visitors. Rates are from 0 to 1, times in milliseconds. */
export interface HealthRow {
  slice: string;
  version: string;
  group: 'stable' | 'canary' | 'override';
  views: number;
  failureRate: number | null;
  errorRate: number | null;
  lcp: number | null;
  inp: number | null;
  /** The routes with failed views, most first. */
  failingRoutes: readonly { route: string; failedViews: number }[];
  /** The start of the last minute with a view, ISO-8601 UTC. */
  lastAt: string | null;
}

export interface HealthPoint extends Pick<HealthRow, 'views' | 'failureRate' | 'errorRate' | 'lcp' | 'inp'> {
  /** The start of the period, ISO-8601 UTC. */
  at: string;
}

/** The share of failed views of one release over time; one value for each of `points`. */
export interface ReleaseSeries {
  version: string;
  failureRates: readonly (number | null)[];
}

export interface FailureInfo {
  slice: string;
  version: string;
  /** Where it happened last. */
  route: string;
  phase: string;
  part: string | null;
  code: string | null;
  /** `<file of the release>:<line>:<column>`. */
  frame: string | null;
  firstAt: string;
  lastAt: string;
  count: number;
}

export interface Health {
  /** `absent`: no collector is configured; `down`: it did not respond. */
  state: 'known' | 'absent' | 'down';
  /** What to do if `state` is not `known`; null if it is. */
  message: string | null;
  rows: readonly HealthRow[];
  /** Like `rows`, of the minutes that began after the requested time; empty without one. */
  rowsSince: readonly HealthRow[];
  /** For one slice: periods, oldest first. */
  points: readonly HealthPoint[];
  /** For one slice: its busiest releases, at most three. */
  series: readonly ReleaseSeries[];
  failures: readonly FailureInfo[];
}

/** The source of a failure's place, as `slipway explain --json` prints it. */
export interface SourceLines {
  file: string;
  line: number;
  column: number;
  lines: readonly { number: number; text: string }[];
}

/** Which release has which version of a package, as `slipway status --package --json` prints it. */
export interface PackageEnvironment {
  environment: string;
  /** Null if the environment runs nothing or could not be read. */
  revision: number | null;
  error: string | null;
  uses: readonly {
    app: string;
    kind: 'stable' | 'canary' | 'fallback';
    release: string;
    bundled: readonly { version: string; hasCode: boolean }[];
    range: string | null;
    isKnown: boolean;
  }[];
  /** The cost of the versions that slices share. */
  costs: readonly string[];
}

export interface ErrorBody {
  error: { code: string; message: string };
}
