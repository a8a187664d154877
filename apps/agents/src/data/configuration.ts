/**
 * The configuration of an agent: how its form reads it, saves it, and follows when another form has saved in between.
 * Source: the functions `agent_configuration` and `configure_agent`, for the agent's creator.
 */
import { AppError, isAppError } from '@slipway/contracts';
import { type Database, supabase, unwrap } from '@slipway/data';
import { type Draft, emptyDraft, trimmed } from './draft';

/** The form's initial values; those of a new agent have no etag. */
export interface Configuration {
  draft: Draft;
  /** Names the stored state. */
  etag?: string;
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

type ConfigureArguments = Database['public']['Functions']['configure_agent']['Args'];

export const toArguments = (draft: Draft) => {
  const { maxTokens, noticeDays, allowsSystemMessages, changelog, tools, ...same } = trimmed(draft);
  return {
    ...same,
    max_tokens: Number(maxTokens),
    notice_days: Number(noticeDays),
    allows_system_messages: allowsSystemMessages,
    ...(changelog === '' ? {} : { changelog }),
    ...(tools ? { tools: { servers: tools } as unknown as NonNullable<ConfigureArguments['tools']> } : {}),
  };
};

interface Save {
  id: string;
  draft: Draft;
  etag?: string | undefined;
}

/**
 * Saves a form that was opened with `etag`. If the agent was changed since, saves nothing and returns the current
 * configuration. @throws `not_found`, `invalid_input`, `unavailable`
 */
export async function configureAgent({ id, draft, etag }: Save): Promise<Configuration | undefined> {
  const given = { agent: id, ...toArguments(draft), ...(etag === undefined ? {} : { etag }) };
  try {
    await unwrap(supabase().rpc('configure_agent', given));
    return undefined;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'conflict') throw error;
    const current = await readConfiguration(id);
    if (current.etag === etag) throw error;
    return current;
  }
}

/** A draft on top of a newer configuration. */
export interface Rebased {
  draft: Draft;
  /** The fields that both changed, differently: saving the draft replaces them. */
  replaces: readonly (keyof Draft)[];
}

/** Fields that the user changed stay; the others follow. */
export function rebase(draft: Draft, from: Configuration, to: Configuration): Rebased {
  const keys = Object.keys(emptyDraft) as (keyof Draft)[];
  const changed = keys.filter((key) => draft[key] !== from.draft[key]);
  const replaces = changed.filter((key) =>
    key === 'tools' ? from.tools !== to.tools : ![from.draft[key], draft[key]].includes(to.draft[key]),
  );
  const own = Object.fromEntries(changed.map((key) => [key, draft[key]])) as Partial<Draft>;
  return { draft: { ...to.draft, ...own }, replaces };
}
