import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signOutAll, startBackend, startIntersections } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import { firstSample } from '../../testing/replies';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = 'c0000000-0000-4000-8000-000000000009';

async function open(address: string, replies: Replies = {}) {
  const backend = startBackend({
    'GET profiles': { json: { full_name: 'Amara Okafor' } },
    'GET profile_details': {
      json: { about: 'Support tools.', links: ['https://www.amara.example/'], color: 'teal' },
    },
    'GET agent_listings': { json: [firstSample()] },
    creator_figures: { json: { agents: 1, installs: 12480, review_count: 15, rating_sum: 72 } },
    agents: { json: [] },
    ...replies,
  });
  await signOutAll();
  startIntersections();
  return { backend, ...renderPage(<MarketplacePage />, address) };
}

test('shows who the creator is, the figures, and the agents', async () => {
  const { backend, address } = await open(`/marketplace?creator=${id}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeTruthy();
  expect(screen.getByText('Support tools.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'amara.example' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://www.amara.example/',
    'noopener noreferrer nofollow ugc',
  ]);
  // The figures, and the card.
  expect(screen.getAllByText('12,480')).toHaveLength(2);
  expect(screen.getAllByText('4.8 (15)')).toHaveLength(2);
  expect(backend.sent('GET', 'agent_listings')[0]?.url.searchParams.get('creator_id')).toBe(`eq.${id}`);

  await userEvent.click(screen.getByRole('button', { name: `Preview ${firstSample().name}` }));
  expect(address()).toBe(`/marketplace?creator=${id}&agent=${firstSample().agent_id}`);
});

const agentId = 'a0000000-0000-4000-8000-000000000001';

test('the document has the name of the creator as its title, or that of the agent whose details are open', async () => {
  const { router } = await open(`/marketplace?creator=${id}`, {
    agents: {
      json: [
        {
          ...{ id: agentId, creator_id: id, name: 'Helper', category: 'sales', tags: [] },
          ...{ examples: [], notice_days: 30, install_count: 1 },
        },
      ],
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Amara Okafor' });
  expect(document.title).toBe('Amara Okafor · Slipway');
  await act(() => router.navigate(`/marketplace?creator=${id}&agent=${agentId}`));
  await screen.findByRole('dialog', { name: 'Helper' });
  expect(document.title).toBe('Helper · Slipway');
  await act(() => router.navigate(`/marketplace?creator=${id}`));
  await waitFor(() => {
    expect(document.title).toBe('Amara Okafor · Slipway');
  });
  await act(() => router.navigate('/marketplace'));
  await screen.findByRole('heading', { level: 1, name: 'Marketplace' });
  expect(document.title).not.toContain('Amara');
});

test('a link to a creator, and the one back, move the focus to the heading', async () => {
  const { router } = await open('/marketplace');
  const at = (name: string) => screen.findByRole('heading', { level: 1, name });
  await at('Marketplace');
  expect(document.activeElement).toBe(document.body);
  await act(() => router.navigate(`/marketplace?creator=${id}`));
  const name = await at('Amara Okafor');
  await waitFor(() => {
    expect(document.activeElement).toBe(name);
  });
  await userEvent.click(screen.getByRole('link', { name: 'All agents' }));
  const results = await at('Marketplace');
  await waitFor(() => {
    expect(document.activeElement).toBe(results);
  });
});

test('says that agents have no reviews, instead of the worst rating (20)', async () => {
  await open(`/marketplace?creator=${id}`, {
    'GET agent_listings': { json: [{ ...firstSample(), review_count: 0, rating_sum: 0 }] },
    creator_figures: { json: { agents: 1, installs: 0, review_count: 0, rating_sum: 0 } },
  });
  // The card, and the figure, which has no place for words on a phone.
  expect(await screen.findAllByText('No reviews yet')).toHaveLength(1);
  expect(screen.getByText('–')).toBeTruthy();
  expect(screen.getAllByRole('img', { name: 'Not rated yet' })).toHaveLength(2);
  expect(screen.queryByText('0.0 (0)')).toBeNull();
});

test.each([id, 'not-an-id'])('explains that %s has no public agent', async (creator) => {
  await open(`/marketplace?creator=${creator}`, { 'GET agent_listings': { json: [] } });
  expect(await screen.findByText('This creator has no public agents')).toBeTruthy();
});

test('a failure offers to try again', async () => {
  await open(`/marketplace?creator=${id}`, { creator_figures: { status: 500 } });
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
