/** What the seed deploys can be called. */
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

  test('a deployment of the demo person answers where it says, with the key that it shows', async () => {
    const person = clientOf(served.origin, served.backend.publishableKey);
    await person.auth.signInWithPassword(served.backend.demo ?? { email: '', password: '' });
    const { data } = await person
      .from('deployments')
      .select('id, endpoint_url')
      .eq('status', 'active')
      .limit(1);
    const { hostname, pathname } = new URL(String(data?.[0]?.endpoint_url));
    // A prepared database was made by a server on another port.
    expect(hostname).toBe('127.0.0.1');
    const key = await person.rpc('reveal_deployment_key', { id: String(data?.[0]?.id) });
    const answer = await post(served.origin + pathname, String(key.data), { message: 'Hello' });
    expect(answer.status).toBe(200);
  });
});
