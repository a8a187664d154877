/**
 * The configuration of an agent, as its form reads it. `sendForm.ts` saves it.
 * Source: the function `agent_configuration`, for the agent's creator.
 */
import { AppError } from '@slipway/contracts';
import { type Stored, supabase, unwrap } from '@slipway/data';
import { type Draft, emptyDraft } from './draft';

export interface Configuration extends Stored<Draft> {
  /** The stored tools as JSON: the form shows them from their own query, so `draft` has none. */
  tools?: string;
}

/** @throws `not_found`, `unavailable`, `unexpected` */
export async function readConfiguration(agent: string): Promise<Configuration> {
  const [stored] = await unwrap(supabase().rpc('agent_configuration', { agent }));
  if (!stored) throw new AppError('not_found', 'Agent not found');
  // Columns that are null in the database; the generated types of functions omit that.
  const { description, prompt, temperature, max_tokens, tools } = stored as Partial<typeof stored>;
  return {
    draft: {
      ...emptyDraft,
      name: stored.name,
      description: description ?? '',
      prompt: prompt ?? '',
      temperature: temperature ?? emptyDraft.temperature,
      maxTokens: String(max_tokens ?? emptyDraft.maxTokens),
      noticeDays: String(stored.notice_days),
      allowsSystemMessages: stored.allows_system_messages,
    },
    etag: stored.etag,
    tools: JSON.stringify(tools),
  };
}

export interface Save {
  id: string;
  draft: Draft;
  /** The values that the form was opened with. */
  initial: Configuration;
}
