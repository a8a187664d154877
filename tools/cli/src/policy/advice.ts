/** Advice in rejections, for users of the command line or of the console. */

export interface Advice {
  /** Completes “ask Bea to …” and “wait, or …”. */
  bypass: string;
  /** Completes “The current revision cannot be verified: …”. */
  recover: string;
  /** Approvals are missing, and no plan of the change waits for them. */
  plan: string;
  /** A plan of the change waits for them. */
  approve: (environment: string, plan: string) => string;
  /** A canary of the slice has to end first. */
  endCanary: (environment: string, slice: string) => string;
  /** Another deploy has just changed the same. */
  changed: string;
  /** Another deploy has just changed the settings. */
  settingsChanged: string;
  /** Another deploy was first: the end of an error, with the revision that runs instead. */
  notRolledBack: (environment: string, revision: number, reason: string) => string;
  /** A rollback would take slices out, which it does not do. */
  takeOut: (environment: string, slices: readonly string[]) => string;
}

export const commandAdvice: Advice = {
  bypass: 'use --break-glass',
  recover: 'roll back with --break-glass',
  plan: 'run the same command with --plan, and ask them to approve that plan',
  approve: (environment, plan) => `they run slipway approve ${environment} ${plan}`,
  endCanary: (environment, slice) =>
    `first run slipway canary ${slice} --env ${environment} --finish or --abort`,
  changed: 'check slipway status, then deploy again',
  settingsChanged: 'check slipway env show, then try again',
  notRolledBack: (environment, revision, reason) =>
    `revision ${String(revision)} runs now (${reason}), and nothing was rolled back. Look at slipway status; if it must still change, run slipway rollback --env ${environment} --to <revision>`,
  takeOut: (environment, slices) =>
    `run slipway deploy ${slices.join(' ')} --remove --env ${environment} --reason "…"`,
};

/** The end of a rejection that the owners in `policy.breakGlass` can bypass. `isOneOfThem`: the user who reads it can. */
export const bypassHint = (
  owners: readonly string[] = [],
  isOneOfThem: boolean,
  { bypass }: Advice,
): string => {
  if (owners.length === 0) return '';
  return isOneOfThem ? `, or ${bypass}` : `, or ask ${owners.join(' or ')} to ${bypass}`;
};
