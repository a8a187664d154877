/** The seed, read as a visitor. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '@slipway/backend';
import { engines, files, serve, type Served } from '@slipway/backend/testing';

interface Listing {
  agent_id: string;
  name: string;
  description: string;
  category: string;
  tags: string[];
  creator_name: string;
  pricing_model: string;
  price_per_month: number | null;
  installs: number;
  review_count: number;
  average_rating: number;
  created_at: string;
}

const CATEGORIES = ['analytics', 'content', 'customer-service', 'productivity', 'sales'];

describe.each(engines)('the seed on %s', (engine) => {
  let served: Served;
  const samples = async () =>
    ((await served.visitor.rpc('search_listings', {}, { get: true })).data ?? []) as Listing[];

  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  test('lists six public agents', { tags: ['MKT-42', 'MKT-43'] }, async () => {
    expect(await samples()).toHaveLength(6);
    expect((await served.visitor.rpc('count_listings', {}, { get: true })).data).toBe(6);
  });

  test(
    'two agents are free; the others cost $19, $29, $39 and $49 a month',
    { tags: ['MKT-45'] },
    async () => {
      const prices = (await samples()).map((row) =>
        row.pricing_model === 'free' ? 'free' : row.price_per_month,
      );
      expect(prices.sort()).toEqual([19, 29, 39, 49, 'free', 'free']);
      expect(new Set((await samples()).map((row) => row.pricing_model))).toEqual(
        new Set(['free', 'per_month']),
      );
    },
  );

  test('mean ratings range from 4.4 to 4.9 and equal the reviews', { tags: ['MKT-46'] }, async () => {
    const listings = await samples();
    const means = listings.map((row) => row.average_rating);
    expect([Math.min(...means), Math.max(...means)]).toEqual([4.4, 4.9]);
    for (const listing of listings) {
      const { data } = await served.visitor
        .from('agent_reviews')
        .select('rating')
        .eq('agent_id', listing.agent_id);
      const ratings = (data ?? []).map((row) => row.rating as number);
      expect(listing.review_count).toBe(ratings.length);
      expect(listing.average_rating).toBe(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length);
    }
  });

  test('the agents use all five categories', { tags: ['MKT-47'] }, async () => {
    expect([...new Set((await samples()).map((row) => row.category))].sort()).toEqual(CATEGORIES);
  });

  test('each agent has a name, a description, three to five tags, installs and a distinct creation time', async () => {
    const listings = await samples();
    for (const row of listings) {
      expect(row.name && row.description && row.creator_name).toBeTruthy();
      expect(row.tags.length >= 3 && row.tags.length <= 5).toBe(true);
      expect(row.installs).toBeGreaterThan(0);
    }
    expect(new Set(listings.map((row) => row.created_at)).size).toBe(6);
  });

  test('the demo user signs in with the password', async () => {
    expect(served.backend.demo).toBeDefined();
    const { data, error } = await served.visitor.auth.signInWithPassword(
      served.backend.demo ?? { email: '', password: '' },
    );
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(data.user?.identities).toHaveLength(1);
    await served.visitor.auth.signOut();
  });

  test('migrating and seeding again changes nothing', async () => {
    const before = await samples();
    expect(await migrate(served.backend.database, files)).toEqual({ applied: [], seeded: false });
    for (const file of [files.seedFile, files.demoFile])
      await served.backend.database.run(await readFile(file, 'utf8'));
    expect(await samples()).toEqual(before);
  });
});
