/** A call of a deployment: quota, idempotency, external agents and token limits. */
import { describe, expect, test, vi } from 'vitest';
import { createCompletionCache } from './completionCache';
import { authorizeCall, beginCall, type CompletionRequest, instructionsOf } from './deploymentCall';
import { type CompletionEvent, createModelRunner } from './modelRunner';
import { createRateLimits, defaultRates } from './rateLimits';
import type { GatewayServices } from './routes/env';
import type { BeginCallResult, GatewayStore } from './store';
import { createTelemetry } from './telemetry';
import { type FakeModel, fakeModel, fakeStore, grantOf, silentLog } from './testing/fakes';

const servicesOf = (store: GatewayStore = fakeStore(), model: FakeModel = fakeModel({ text: 'Hi' })) =>
  ({
    store,
    modelRunner: createModelRunner({
      ...{ model, timeLimit: 1_000, recordPatience: 100, telemetry: createTelemetry(), log: silentLog },
    }),
    completionCache: createCompletionCache(),
    rateLimits: createRateLimits(defaultRates),
    timeLimit: 1_500,
    publicAddress: (url: string) => url,
  }) satisfies GatewayServices;

const requestOf = (headers: Record<string, string> = {}, changes: Partial<CompletionRequest> = {}) => ({
  headers: new Headers(headers),
  signal: new AbortController().signal,
  messages: [{ role: 'user' as const, content: 'Hello' }],
  maxTokens: undefined,
  raw: '{"message":"Hello"}',
  ...changes,
});

const collect = async ({ events }: { events: AsyncIterable<CompletionEvent> }) => {
  const collected: CompletionEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
};

const begun = (changes: object = {}): BeginCallResult => ({
  ...{ outcome: 'begun', call_id: 'call-1', agent_name: 'Helper', prompt: 'Be brief' },
  ...{ temperature: 0.2, max_tokens: 100, external_url: null },
  ...changes,
});

describe('beginCall', () => {
  test('reserves a place for the time limit and a minute', async () => {
    const reserve = vi.fn(() => Promise.resolve(begun()));
    const { id } = await beginCall(grantOf(), requestOf(), servicesOf(fakeStore({ beginCall: reserve })));
    expect(id).toBe('call-1');
    expect(reserve).toHaveBeenCalledWith({
      ...{ deployment_id: 'deployment-1', lease_seconds: 62, idempotency_key: null, request_hash: null },
    });
  });

  test('runs the agent and records the outcome', async () => {
    const store = fakeStore();
    const events = await collect(await beginCall(grantOf(), requestOf(), servicesOf(store)));
    expect(events[0]).toEqual({ text: 'Hi' });
    expect(events[1]).toMatchObject({ end: { cost: 0.1 } });
    expect(store.outcomes).toMatchObject([{ id: 'call-1', outcome: { status: 200, is_charged: true } }]);
  });

  test('applies the caller’s token limit', async () => {
    const model = fakeModel({ text: 'Hi' });
    const request = requestOf({}, { maxTokens: 7 });
    await collect(await beginCall(grantOf(), request, servicesOf(fakeStore(), model)));
    expect(model.calls[0]?.[0]).toEqual({
      ...{ name: 'Helper', prompt: 'Be brief', temperature: 0.2, maxTokens: 7 },
    });
  });

  test.each([
    [{ outcome: 'gone' }, 404, 'This deployment was deleted'],
    [{ outcome: 'key_reused' }, 422, 'This idempotency key was used with another request. Send a new one'],
    [
      { outcome: 'over_quota', plan_name: 'Pro', quota: 10, period_end: '2999-01-31T23:59:59Z' },
      402,
      "The Pro plan's 10 messages for this month are used up. The quota resets on January 31, 2999; upgrade for more messages",
    ],
  ] as const)('rejects the outcome %o', async (outcome, status, message) => {
    const services = servicesOf(fakeStore({ beginCall: () => Promise.resolve(outcome) }));
    await expect(beginCall(grantOf(), requestOf(), services)).rejects.toMatchObject({ status, message });
  });

  test.each([
    [new Date(Date.now() + 90_000).toISOString(), 90],
    ['2000-01-01T00:00:00Z', 1],
  ])('an exceeded quota that resets at %s can be retried after %i seconds', async (period_end, seconds) => {
    const over = { outcome: 'over_quota', plan_name: 'Pro', quota: 10, period_end } as const;
    const services = servicesOf(fakeStore({ beginCall: () => Promise.resolve(over) }));
    const error = await beginCall(grantOf(), requestOf(), services).catch((reason: unknown) => reason);
    expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(seconds - 5);
    expect((error as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(seconds);
  });

  test('records an external agent as 501, and returns its URL', async () => {
    const store = fakeStore({
      beginCall: () => Promise.resolve(begun({ external_url: 'https://x.example' })),
    });
    await expect(beginCall(grantOf(), requestOf(), servicesOf(store))).rejects.toMatchObject({
      status: 501,
      message: "“Helper” runs on its creator's server. Call https://x.example instead",
    });
    expect(store.outcomes).toEqual([
      {
        id: 'call-1',
        outcome: { status: 501, latency_ms: 0, input_tokens: 0, output_tokens: 0, is_charged: false },
      },
    ]);
  });
});

describe('an idempotency key', () => {
  const withKey = (key: string) => requestOf({ 'idempotency-key': key });

  test('is sent to the database with a hash of the body', async () => {
    const reserve = vi.fn<GatewayStore['beginCall']>().mockResolvedValue(begun());
    await beginCall(grantOf(), withKey('k'), servicesOf(fakeStore({ beginCall: reserve })));
    expect(reserve.mock.calls[0]?.[0]).toMatchObject({
      idempotency_key: 'k',
      request_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  test('returns the cached completion of an earlier call', async () => {
    const model = fakeModel({ text: 'a' }, { text: 'b' });
    const services = servicesOf(fakeStore(), model);
    const first = await collect(await beginCall(grantOf(), withKey('k'), services));
    const second = await collect(await beginCall(grantOf(), withKey('k'), services));
    expect(first).toHaveLength(3);
    expect(second).toEqual([{ text: 'ab' }, first[2]]);
    expect(model.calls).toHaveLength(1);
  });

  test('is required for the cache', async () => {
    const model = fakeModel({ text: 'a' });
    const services = servicesOf(fakeStore(), model);
    await collect(await beginCall(grantOf(), requestOf(), services));
    await collect(await beginCall(grantOf(), requestOf(), services));
    expect(model.calls).toHaveLength(2);
  });

  test('is not cached when the call fails', async () => {
    const services = servicesOf(fakeStore(), fakeModel());
    await expect(beginCall(grantOf(), withKey('k'), services).then(collect)).rejects.toMatchObject({
      status: 502,
    });
    expect(services.completionCache.size).toBe(0);
  });

  test.each(['', 'x'.repeat(201)])('%# must have 1 to 200 characters', async (key) => {
    await expect(beginCall(grantOf(), withKey(key), servicesOf())).rejects.toMatchObject({
      status: 400,
      message: 'The header Idempotency-Key must have 1 to 200 characters',
    });
  });

  test('can have 200 characters', async () => {
    await expect(beginCall(grantOf(), withKey('x'.repeat(200)), servicesOf())).resolves.toHaveProperty('id');
  });
});

test.each([
  [undefined, 100],
  [7, 7],
  [500, 100],
])('a limit of %s gives %i tokens of an agent with 100', (limit, tokens) => {
  const stored = { agent_name: 'a', prompt: 'p', temperature: 1, max_tokens: 100, external_url: null };
  expect(instructionsOf(stored, limit).maxTokens).toBe(tokens);
});

test('authorizeCall authenticates the key and checks the deployment', async () => {
  const headers = new Headers({ authorization: `Bearer ak_${'a'.repeat(64)}` });
  const stopped = fakeStore({ useKey: () => Promise.resolve(grantOf({ status: 'stopped' })) });
  await expect(authorizeCall(headers, 'here', 'bot', servicesOf(stopped))).rejects.toMatchObject({
    status: 403,
  });
  expect(await authorizeCall(headers, 'here', 'bot', servicesOf())).toEqual(grantOf());
});
