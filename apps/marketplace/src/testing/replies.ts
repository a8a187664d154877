/** Replies of a fake backend for the marketplace: its functions over the six samples, or over many agents. */
import type { Replies } from '@slipway/testing';
import { priceRangeNames, priceRanges } from '../data/priceRange';
import { samples, searchSamples } from '../data/samples';
import { defaultFilter, type Filter, type Listing } from '../data/search';

/** Searches the six samples as the database would. */
export const sampleReplies: Replies = {
  count_listings: { json: samples.length },
  search_listings: ({ body }) => {
    const price = priceRangeNames.find(
      (name) => priceRanges[name].min === body.min_price && priceRanges[name].max === body.max_price,
    );
    return {
      json: searchSamples({ ...defaultFilter, ...(body as Partial<Filter>), ...(price && { price }) }),
    };
  },
};

export const firstSample = (): Listing => {
  const [sample] = samples;
  if (!sample) throw new Error('There are no samples');
  return sample;
};

/** `count` agents, served in pages of the requested size. */
export function pagedReplies(count: number): Replies {
  const listings = Array.from({ length: count }, (_, index) => ({
    ...firstSample(),
    agent_id: `agent-${String(index + 1)}`,
    name: `Agent ${String(index + 1)}`,
  }));
  return {
    count_listings: { json: count },
    search_listings: ({ body }) => {
      const after = (body.after as Listing | undefined)?.agent_id;
      const from = listings.findIndex(({ agent_id }) => agent_id === after) + 1;
      return { json: listings.slice(from, from + Number(body.page_size)) };
    },
  };
}
