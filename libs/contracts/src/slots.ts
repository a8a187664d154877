/** The slots: the props that each passes to the slice that fills it, and their version. */

export interface SlotProps {
  /** The landing page's "Featured AI Agents". */
  'landing.featured': Record<never, never>;
  /** The dashboard's account section: sign-in methods, and a required step such as a new password. */
  'dashboard.account': Record<never, never>;
  /** A chat with a saved or unsaved agent before it is deployed. */
  'agent.playground': AgentTrial;
  /** The spend limits of a deployment and of its keys. */
  'deployment.limits': {
    deploymentId: string;
    /**
     * The query parameter that keeps the panel around the slot open. Removing it asks the user first while input is
     * unsaved.
     */
    parameter?: string;
  };
}

/** The props of the slot `agent.playground`. */
export interface AgentTrial {
  /** The agent's name, as shown. */
  name: string;
  /** A saved agent, whose prompt stays on the server. Absent for a template or an unsaved draft. */
  agentId?: string;
  /** Overrides the saved prompt. Allowed only for the user's own agents and for unsaved ones. */
  prompt?: string;
  /** Example messages, which the user can send with a click before the conversation starts. */
  examples?: readonly string[];
  /** The category, for the agent's icon. */
  category?: string;
  color?: string | null;
  /** The hash of the uploaded icon. */
  icon?: string | null;
  /** Whether the conversation fills the height of its container and takes the focus. */
  fills?: boolean;
  temperature?: number;
  maxTokens?: number;
}

/** The name of a slot of this app. */
export type SlotName = keyof SlotProps;

/** Slots that open after a user action, such as in a panel. Documents preload none of their files. */
const opened: readonly string[] = ['agent.playground', 'deployment.limits'] satisfies SlotName[];

/** Whether a page shows the slot as soon as the page opens. */
export const isShownAtOnce = (slot: string): boolean => !opened.includes(slot);

/** The version of each slot. An incompatible change of its props increases it. */
export const slotVersions: Readonly<Record<SlotName, number>> = {
  'landing.featured': 1,
  'dashboard.account': 1,
  'agent.playground': 1,
  'deployment.limits': 1,
};
