/** The demo user's seeded deployments accept calls. */
import { clientOf, engines, type Served } from '@slipway/backend/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

describe.each(engines)('the seed on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serveGateway(engine);
  });
  afterAll(() => served.close());

  test('a seeded deployment responds at its URL, with its revealed key', async () => {
    const demo = clientOf(served.origin, served.backend.publishableKey);
    await demo.auth.signInWithPassword(served.backend.demo ?? { email: '', password: '' });
    const { data } = await demo
      .from('deployments')
      .select('id, endpoint_url')
      .eq('status', 'active')
      .limit(1);
    const { hostname, pathname } = new URL(String(data?.[0]?.endpoint_url));
    // The prepared database was seeded by a server on another port.
    expect(hostname).toBe('127.0.0.1');
    const key = await demo.rpc('reveal_deployment_key', { id: String(data?.[0]?.id) });
    const response = await post(served.origin + pathname, String(key.data), { message: 'Hello' });
    expect(response.status).toBe(200);
  });
});
