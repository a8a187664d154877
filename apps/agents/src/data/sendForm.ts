/**
 * Creates an agent from its form, or saves its configuration. Loads with the form.
 * Source: the functions `create_agent` and `configure_agent`, for the agent's creator.
 */
import { type Database, saveStored, supabase, unwrap } from '@slipway/data';
import { type Configuration, readConfiguration, type Save } from './configuration';
import type { Draft } from './draft';
import { trimmed } from './trimmed';

type ConfigureArguments = Database['public']['Functions']['configure_agent']['Args'];

const toArguments = (draft: Draft) => {
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

/** Creates a private draft and returns its id. @throws `invalid_input`, `unauthenticated`, `unavailable` */
export async function createAgent(draft: Draft): Promise<string> {
  const given = toArguments({ ...draft, changelog: '', tools: undefined });
  const { id } = await unwrap(supabase().rpc('create_agent', given));
  return id;
}

/** See `saveStored`. @throws `not_found`, `invalid_input`, `unavailable` */
export const configureAgent = ({ id, draft, initial: { etag } }: Save): Promise<Configuration | undefined> =>
  saveStored(
    etag,
    () =>
      unwrap(
        supabase().rpc('configure_agent', {
          agent: id,
          ...toArguments(draft),
          ...(etag === undefined ? {} : { etag }),
        }),
      ),
    () => readConfiguration(id),
  );
