import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { firstSample } from '../testing/replies';
import { countInstall } from './installCounts';
import { listingQueries } from './listings';
import { defaultFilter } from './search';

const listing = { ...firstSample(), installs: 5 };
const other = { ...listing, agent_id: 'other' };

test('counts an install in cached lists and on the creator’s page; pages without the agent keep their identity (23)', () => {
  const client = new QueryClient();
  const searchKey = listingQueries.search(defaultFilter).queryKey;
  const pages = [[listing, other], [other]].map((listings) => ({
    filter: defaultFilter,
    listings,
    total: 3,
  }));
  client.setQueryData(searchKey, { pages, pageParams: [undefined, other] });
  client.setQueryData(['listings-kept', 'favorites', 'u1'], [other, listing]);
  client.setQueryData(['creators', 'c1'], { listings: [listing], figures: { agents: 1, installs: 9 } });
  client.setQueryData(['creators', 'c2'], null);
  countInstall(client, { agentId: listing.agent_id, installed: true });

  const search = client.getQueryData(searchKey);
  expect(search?.pages.map(({ listings }) => listings.map(({ installs }) => installs))).toEqual([
    [6, 5],
    [5],
  ]);
  expect(search?.pages[1]).toBe(pages[1]);
  expect(client.getQueryData(['listings-kept', 'favorites', 'u1'])).toEqual([
    other,
    { ...listing, installs: 6 },
  ]);
  expect(client.getQueryData(['creators', 'c1'])).toEqual({
    listings: [{ ...listing, installs: 6 }],
    figures: { agents: 1, installs: 10 },
  });
  countInstall(client, { agentId: listing.agent_id, installed: false });
  expect(client.getQueryData(searchKey)?.pages[0]?.listings).toEqual([listing, other]);
});
