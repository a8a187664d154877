/** The named places that another slice may fill: the props each passes, and the version of those props. */

export interface SlotProps {
  /** The landing page's "Featured AI Agents". */
  'landing.featured': Record<never, never>;
  /** On the dashboard: how a person gets into their account, and what they must do for it now (a new password). */
  'dashboard.account': Record<never, never>;
}

export type SlotName = keyof SlotProps;

/** A change of a slot's props that an older filler could not take raises its version. */
export const slotVersions: Readonly<Record<SlotName, number>> = {
  'landing.featured': 1,
  'dashboard.account': 1,
};
