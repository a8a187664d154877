/**
 * The listing of an agent: how the publish form reads and saves it.
 * Source: the functions `agent_listing` and `publish_agent`, for the agent's creator.
 */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@slipway/contracts';
import { saveStored, type Stored, supabase, unwrap } from '@slipway/data';
import type { Agent, PublishDetails } from './agents';
import { type PublishDraft, publishDraftOf } from './publishDetails';

export type Listing = Stored<PublishDraft>;

/** The agent of a listing. The function does not return whether it was published before. */
type Listed = Pick<Agent, 'id' | 'calls_end_at'>;

async function readListing({ id, calls_end_at }: Listed): Promise<Listing> {
  const [row] = await unwrap(supabase().rpc('agent_listing', { agent: id }));
  if (!row) throw new AppError('not_found', 'Agent not found');
  return { draft: publishDraftOf({ ...row, calls_end_at }), etag: row.etag };
}

export const listingQueries = {
  /** Read once for each form, which follows only its own saves. @throws `not_found`, `unavailable`, `unexpected` */
  listing: (agent: Listed) =>
    queryOptions({
      queryKey: ['own-agent-listing', agent.id] as const,
      queryFn: () => readListing(agent),
      staleTime: 'static',
      gcTime: 0,
    }),
};

interface Save {
  agent: Listed;
  details: PublishDetails;
  etag: string;
}

/** Like `saveStored`, and publishes the agent. @throws `not_found`, `invalid_input`, `unavailable` */
export function publishAgent({ agent, details, etag }: Save): Promise<Listing | undefined> {
  const { description, price_per_message, price_per_month, ...same } = details;
  const given = {
    ...{ agent: agent.id, etag, description: description ?? '', ...same },
    ...(price_per_message === null ? {} : { price_per_message }),
    ...(price_per_month === null ? {} : { price_per_month }),
  };
  return saveStored(
    etag,
    () => unwrap(supabase().rpc('publish_agent', given)),
    () => readListing(agent),
  );
}
