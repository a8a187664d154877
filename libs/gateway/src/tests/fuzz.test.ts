/**
 * Random requests to the REST, auth and gateway endpoints: none gets a 5xx. `TEST_TIER=nightly` sends 10,000.
 * A failure prints the seed; pass it as `FUZZ_SEED` to repeat the requests.
 */
import { request as send } from 'node:http';
import { engines, type Served } from '@slipway/backend/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callable } from '../testing/gatewayCalls';
import { type Caller, type RandomRequest, randomRequest } from '../testing/randomRequests';
import { serveGateway } from '../testing/serveGateway';

const numRuns = Number(process.env['FUZZ_RUNS'] ?? (process.env['TEST_TIER'] === 'nightly' ? 10_000 : 100));
const seed = process.env['FUZZ_SEED'] ? { seed: Number(process.env['FUZZ_SEED']) } : {};

/** Sends the path as it is: `fetch` would normalize it. */
const statusOf = (origin: string, { body, ...options }: Omit<RandomRequest, 'caller'>) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const request = send({ hostname, port, agent: false, ...options }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    request.on('error', reject);
    request.end(body ?? undefined);
  });

describe.each(engines)('on %s', (engine) => {
  let served: Served;
  let credentials: Record<Caller, Record<string, string>>;
  beforeAll(async () => {
    served = await serveGateway(engine);
    const { key } = await callable(served);
    const user = await served.user();
    const token = (await user.client.auth.getSession()).data.session?.access_token ?? '';
    const apikey = served.backend.publishableKey;
    credentials = {
      anonymous: {},
      visitor: { apikey },
      user: { apikey, authorization: `Bearer ${token}` },
      key: { authorization: `Bearer ${key}` },
      malformed: { apikey, authorization: 'Bearer a.b.c' },
    };
  });
  afterAll(() => served.close());

  test(`no random request of ${String(numRuns)} gets a 5xx`, { timeout: 30 * 60_000 }, async () => {
    const property = fc.asyncProperty(randomRequest, async ({ caller, ...request }) => {
      const headers = { ...request.headers, ...credentials[caller] };
      const status = await statusOf(served.origin, { ...request, headers });
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns, ...seed });
  });
});
