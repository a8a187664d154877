/**
 * A call of a deployment: quota, idempotency, external agents and token limits.
 * One file: all tests share the fake store and model.
 */
import { describe, expect, test, vi } from 'vitest';
import { openReply, sealReply } from './replyCipher';
import { authorizeCall, beginCall, type CompletionRequest, instructionsOf } from './deploymentCall';
import { createIdempotentCalls } from './idempotentCalls';
import type { CompletionEvent } from './modelRun';
import { createModelRunner } from './modelRunner';
import { defaultPreviewBudgets } from './previewBudgets';
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
    idempotentCalls: createIdempotentCalls(),
    previewBudgets: defaultPreviewBudgets,
    rateLimits: createRateLimits(defaultRates, store),
    timeLimit: 1_500,
    publicAddress: (url: string) => url,
  }) satisfies GatewayServices;

const requestOf = (
  headers: Record<string, string> = {},
  changes: Partial<CompletionRequest> = {},
): CompletionRequest => ({
  headers: new Headers(headers),
  signal: new AbortController().signal,
  messages: [{ role: 'user' as const, content: 'Hello' }],
  isStream: false,
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
      ...{ deployment_id: 'deployment-1', key_id: 'key-1', lease_seconds: 62 },
      ...{ idempotency_key: null, request_hash: null },
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
    [{ outcome: 'withdrawn' }, 410, 'The creator of this agent withdrew it, and its notice period is over'],
    [
      { outcome: 'agent_suspended', reason: 'spam', appeal: 'help@slipway.example' },
      403,
      'This agent is suspended: spam. To appeal, contact help@slipway.example',
    ],
    [
      { outcome: 'spent' },
      409,
      'The call with this idempotency key was charged, and its reply is no longer available. Send a new key',
    ],
    [{ outcome: 'key_reused' }, 422, 'This idempotency key was used with another request. Send a new one'],
    [
      { outcome: 'over_quota', plan_name: 'Pro', quota: 10, period_end: '2999-01-31T23:59:59Z' },
      402,
      "The Pro plan's 10 messages for this month are used up. The quota resets on January 31, 2999; upgrade for more messages",
    ],
  ] as const)('rejects the outcome %o (H7)', async (outcome, status, message) => {
    const services = servicesOf(fakeStore({ beginCall: () => Promise.resolve(outcome) }));
    await expect(beginCall(grantOf(), requestOf(), services)).rejects.toMatchObject({ status, message });
  });

  test('names the end of a notice period that is over', async () => {
    const services = servicesOf(fakeStore({ beginCall: () => Promise.resolve({ outcome: 'withdrawn' }) }));
    const grant = grantOf({ calls_end_at: '2026-01-31T10:00:00+00:00' });
    await expect(beginCall(grant, requestOf(), services)).rejects.toMatchObject({
      status: 410,
      message: 'The creator of this agent withdrew it, and its notice period ended on January 31, 2026',
    });
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

describe('the call’s model', () => {
  test('stops when a caller without an idempotency key disconnects', async () => {
    const controller = new AbortController();
    const store = fakeStore();
    const model = fakeModel({ text: 'a' }, { text: 'b' }, (signal) => {
      expect(signal.aborted).toBe(false);
      controller.abort();
      expect(signal.aborted).toBe(true);
    });
    const request = requestOf({}, { signal: controller.signal, isStream: true });
    const { events } = await beginCall(grantOf(), request, servicesOf(store, model));
    await expect(collect({ events })).rejects.toMatchObject({ status: 499 });
    expect(store.outcomes).toMatchObject([{ outcome: { status: 499, is_charged: true } }]);
  });

  test('gets the caller’s parameters', async () => {
    const model = fakeModel({ text: 'Hi' });
    const sampling = { seed: 7 };
    const request = requestOf({}, { sampling, temperature: 0 });
    await collect(await beginCall(grantOf(), request, servicesOf(fakeStore(), model)));
    expect(model.calls[0]?.[0]).toEqual({
      ...{ name: 'Helper', prompt: 'Be brief', temperature: 0, maxTokens: 100, sampling },
    });
  });

  test('gets no prompt for embeddings', async () => {
    const embed = vi.fn(() => Promise.resolve({ vectors: [[1]], tokens: 3 }));
    const model = Object.assign(fakeModel(), { embeddings: { name: 'vectors', embed } });
    const deploymentTools = vi.fn(() => Promise.resolve([]));
    const store = fakeStore({ deploymentTools });
    const request = requestOf({}, { embedding: { texts: ['Hello'], dimensions: 1 } });
    const events = await collect(await beginCall(grantOf(), request, servicesOf(store, model)));
    expect(events[1]).toMatchObject({ end: { tokens: { input: 3, output: 0 } } });
    expect(embed).toHaveBeenCalledWith(['Hello'], 1, expect.any(AbortSignal));
    expect(store.outcomes).toMatchObject([{ outcome: { model: 'vectors', input_tokens: 3 } }]);
    expect(deploymentTools).not.toHaveBeenCalled();
    expect(model.calls).toEqual([]);
  });
});

describe('the stored reply', () => {
  const apiKey = `ak_${'k'.repeat(40)}`;
  const repliesOf = async (headers: Record<string, string>, model = fakeModel({ text: 'Hi' })) => {
    const finishCall = vi.fn<GatewayStore['finishCall']>().mockResolvedValue(0.1);
    const request = requestOf({ authorization: `Bearer ${apiKey}`, ...headers });
    await beginCall(grantOf(), request, servicesOf(fakeStore({ finishCall }), model))
      .then(collect)
      .catch(() => undefined);
    return finishCall.mock.calls.map(([, { status }, reply]) => ({
      status,
      reply: reply === undefined ? undefined : openReply(reply, apiKey, 'call-1')?.text,
    }));
  };

  test('of a call with an idempotency key is sealed with its API key', async () => {
    expect(await repliesOf({ 'idempotency-key': 'k' })).toEqual([{ status: 200, reply: 'Hi' }]);
  });

  test('of a call without one is not stored', async () => {
    expect(await repliesOf({})).toEqual([{ status: 200, reply: undefined }]);
  });

  test('of a call that failed is not stored', async () => {
    const failing = fakeModel({ text: 'Hi' }, () => {
      throw new Error('down');
    });
    expect(await repliesOf({ 'idempotency-key': 'k' }, failing)).toEqual([{ status: 502, reply: undefined }]);
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

  const pausing = (): [model: FakeModel, resume: () => void] => {
    let resume: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => (resume = resolve));
    return [
      fakeModel({ text: 'a' }, { text: 'b' }, () => paused, { text: 'c' }),
      () => {
        resume();
      },
    ];
  };

  test('sent 20 times at once runs the model once (C3)', async () => {
    const [model, resume] = pausing();
    const services = servicesOf(fakeStore(), model);
    const started = Array.from({ length: 20 }, () =>
      beginCall(grantOf(), withKey('k'), services).then(collect),
    );
    await vi.waitFor(() => {
      expect(model.calls).toHaveLength(1);
    });
    resume();
    const texts = (await Promise.all(started)).map((events) =>
      events.map((event) => ('text' in event ? event.text : '')).join(''),
    );
    expect(new Set(texts)).toEqual(new Set(['abc']));
    expect(model.calls).toHaveLength(1);
  });

  test('completes the call of a caller that leaves, for the repeat (C3)', async () => {
    const [model, resume] = pausing();
    const controller = new AbortController();
    const store = fakeStore();
    const services = servicesOf(store, model);
    const leaving = requestOf({ 'idempotency-key': 'k' }, { signal: controller.signal, isStream: true });
    const { events } = await beginCall(grantOf(), leaving, services);
    await events.next();
    controller.abort();
    resume();
    for await (const event of events) expect(event).toBeDefined();
    expect(store.outcomes).toMatchObject([{ outcome: { status: 200, is_charged: true } }]);
    const repeated = await beginCall(grantOf(), withKey('k'), services);
    expect(repeated.headers).toEqual({ 'idempotent-replayed': 'true' });
    expect((await collect(repeated))[0]).toEqual({ text: 'abc' });
    expect(model.calls).toHaveLength(1);
  });

  const apiKey = `ak_${'k'.repeat(40)}`;
  const answered = (with_: string): BeginCallResult => ({
    ...{ outcome: 'answered', call_id: 'call-1', cost: 0.1 },
    answer:
      sealReply(
        { text: 'stored', finishReason: 'length', tokens: { input: 1, output: 2, isEstimate: false } },
        ...([with_, 'call-1'] as const),
      ) ?? '',
  });
  const repeat = (result: BeginCallResult, model = fakeModel({ text: 'new' })) => {
    const services = servicesOf(fakeStore({ beginCall: () => Promise.resolve(result) }), model);
    const request = requestOf({ 'idempotency-key': 'k', authorization: `Bearer ${apiKey}` });
    return beginCall(grantOf(), request, services);
  };

  test('replays the reply that the database has, and does not run the model (C3)', async () => {
    const model = fakeModel({ text: 'new' });
    expect(await collect(await repeat(answered(apiKey), model))).toEqual([
      { text: 'stored' },
      {
        end: { cost: 0.1, finishReason: 'length', tokens: { input: 1, output: 2, isEstimate: false } },
      },
    ]);
    expect(model.calls).toEqual([]);
  });

  test('does not run again when another API key sealed the reply', async () => {
    await expect(repeat(answered(`ak_${'x'.repeat(40)}`))).rejects.toMatchObject({ status: 409 });
  });

  test('waits for a call at another gateway, and then asks the caller to repeat (C3)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
    const running = { outcome: 'running', call_id: 'call-1' } as const;
    await expect(repeat(running)).rejects.toMatchObject({ status: 409, retryAfter: 2 });
    vi.useRealTimers();
  });

  test('begins when the call at another gateway ends without a reply', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
    const results: BeginCallResult[] = [
      { outcome: 'running', call_id: 'call-1' },
      { outcome: 'running', call_id: 'call-1' },
      begun(),
    ];
    const begin = vi.fn(() => Promise.resolve(results.shift() ?? begun()));
    const services = servicesOf(fakeStore({ beginCall: begin }));
    expect(await collect(await beginCall(grantOf(), withKey('k'), services))).toHaveLength(2);
    expect(begin).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  test('does not wait for another gateway when its caller disconnects', async () => {
    const controller = new AbortController();
    const begin = vi.fn(() => {
      setImmediate(() => {
        controller.abort();
      });
      return Promise.resolve<BeginCallResult>({ outcome: 'running', call_id: 'call-1' });
    });
    const request = requestOf({ 'idempotency-key': 'k' }, { signal: controller.signal });
    const services = servicesOf(fakeStore({ beginCall: begin }));
    await expect(beginCall(grantOf(), request, services)).rejects.toMatchObject({ status: 499 });
    expect(begin).toHaveBeenCalledTimes(1);
  });

  test('returns the completion of an earlier call', async () => {
    const model = fakeModel({ text: 'a' }, { text: 'b' });
    const services = servicesOf(fakeStore(), model);
    const first = await collect(await beginCall(grantOf(), withKey('k'), services));
    const second = await collect(await beginCall(grantOf(), withKey('k'), services));
    expect(first).toHaveLength(2);
    expect(second).toEqual([{ text: 'ab' }, first[1]]);
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
    const again = servicesOf(fakeStore(), fakeModel({ text: 'a' }));
    const calls = { ...again, idempotentCalls: services.idempotentCalls };
    expect(await beginCall(grantOf(), withKey('k'), calls).then(collect)).toHaveLength(2);
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
  expect(instructionsOf(stored, { maxTokens: limit }).maxTokens).toBe(tokens);
});

test('authorizeCall authenticates the key and checks the deployment', async () => {
  const headers = new Headers({ authorization: `Bearer ak_${'a'.repeat(64)}` });
  const stopped = fakeStore({ useKey: () => Promise.resolve(grantOf({ status: 'stopped' })) });
  await expect(authorizeCall(headers, 'here', 'bot', servicesOf(stopped))).rejects.toMatchObject({
    status: 403,
  });
  expect(await authorizeCall(headers, 'here', 'bot', servicesOf())).toEqual(grantOf());
});
