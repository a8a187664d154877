/** The named places that another slice may fill: the props each passes, and the version of those props. */

export interface SlotProps {
  /** The landing page's "Featured AI Agents". */
  'landing.featured': Record<never, never>;
  /** On the dashboard: how a person gets into their account, and what they must do for it now (a new password). */
  'dashboard.account': Record<never, never>;
  /** A talk with an agent before anything is deployed: one that is stored, or one that is still being written. */
  'agent.playground': AgentTrial;
}

export interface AgentTrial {
  /** Shown to the person. */
  name: string;
  /** A stored agent; its prompt stays with the server. Absent for a template or a draft that was never saved. */
  agentId?: string;
  /** What is to be tried instead of what is stored; only a creator's own agent, or none, takes them. */
  prompt?: string;
  temperature?: number;
  maxTokens?: number;
}

export type SlotName = keyof SlotProps;

/** A change of a slot's props that an older filler could not take raises its version. */
export const slotVersions: Readonly<Record<SlotName, number>> = {
  'landing.featured': 1,
  'dashboard.account': 1,
  'agent.playground': 1,
};
