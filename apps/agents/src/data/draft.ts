/** The values of the agent form and their limits, which the database enforces too. */
import type { ToolServer } from './tools';

export interface Draft {
  name: string;
  description: string;
  /** The system prompt; may be empty. */
  prompt: string;
  /** As typed; `NaN` without a number. Valid from 0 to 2, in steps of 0.1. */
  temperature: number;
  /** As typed; valid when it is a whole number from 1 to 4000. */
  maxTokens: string;
  /** Days that deployments keep running after the agent is withdrawn. As typed; valid from 0 to 365. */
  noticeDays: string;
  /** Whether callers may add system and developer messages. */
  allowsSystemMessages: boolean;
  /** Describes a change of the configuration to the users who deployed the agent; may be empty. */
  changelog: string;
  /** Chosen tools, by server; undefined: as stored. */
  tools: readonly ToolServer[] | undefined;
}

/** The id of the agent form, whose input is kept when a session expires. */
export const AGENT_FORM = 'agent-form';

export const limits = {
  name: 80,
  description: 1000,
  prompt: 8000,
  changelog: 500,
  temperature: { min: 0, max: 2, step: 0.1 },
  maxTokens: { min: 1, max: 4000, step: 1 },
  noticeDays: { min: 0, max: 365, step: 1 },
} as const;

export const emptyDraft: Draft = {
  name: '',
  description: '',
  prompt: '',
  temperature: 0.7,
  maxTokens: '1000',
  noticeDays: '30',
  allowsSystemMessages: false,
  changelog: '',
  tools: undefined,
};
