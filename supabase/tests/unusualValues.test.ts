/** Values that no page sends: numbers with thousands of digits, and lists in lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('unusual values on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let agent: string;
  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator();
    agent = await addAgent(creator, { pricing_model: 'per_message', price_per_message: 1 });
  });
  afterAll(() => served.close());

  const change = async (row: object) =>
    (await creator.client.from('agents').update(row).eq('id', agent)).error?.message ?? 'stored';

  test.each([
    ['price_per_message', 'per_message'],
    ['price_per_month', 'per_month'],
  ])('%s has up to 30 decimal places', async (price, pricing_model) => {
    const publish = async (places: number) => {
      const { data } = await creator.client.rpc('agent_listing', { agent }).single<{ etag: string }>();
      const { error } = await creator.client.rpc('publish_agent', {
        ...{ agent, etag: data?.etag, description: 'Text', category: 'sales', tags: [], pricing_model },
        [price]: `0.${'3'.repeat(places)}`,
      });
      return error?.message ?? 'stored';
    };
    for (const places of [17, 30]) expect(await publish(places)).toBe('stored');
    for (const places of [31, 16_000]) expect(await publish(places)).toContain('agents_prices_scale');
  });

  test('examples and links are one list', async () => {
    expect([await change({ examples: ['a', 'b'] }), await change({ examples: [] })]).toEqual([
      'stored',
      'stored',
    ]);
    expect(await change({ examples: [['a', 'b']] })).toContain('agents_examples_limits');
    const save = async (links: unknown) =>
      (await creator.client.from('profile_details').upsert({ user_id: creator.id, links })).error?.message ??
      'stored';
    expect([await save(['https://a.example', 'https://b.example']), await save([])]).toEqual([
      'stored',
      'stored',
    ]);
    expect(await save([['https://a.example', 'https://b.example']])).toContain('profile_details_links');
  });
});
