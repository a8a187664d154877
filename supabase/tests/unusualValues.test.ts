/** Values that no page sends: numbers with thousands of digits. */
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
});
