// @vitest-environment jsdom
/** e2e/specs/frame/prerenderedSearch.spec.ts has the document that sends the requests. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connect, supabase } from './client';
import { hasEarlyResponses } from './earlyResponses';

const address = `${window.location.origin}/rest/v1/agents?select=*`;
const early = window as { slipwayResponses?: Map<string, Promise<Response | undefined>> };
const sent: string[] = [];

const keyOf = (method: string, key = 'sb_publishable_test', body?: string) =>
  [method, address, `Bearer ${key}`, body].join('\n');
const respondEarly = (response: Promise<Response | undefined>, key = keyOf('GET')) => {
  early.slipwayResponses = new Map([[key, response]]);
};
const names = async (signal = new AbortController().signal) => {
  const { data, error } = await supabase().from('agents').select().abortSignal(signal);
  return error ? error.message : data.map(({ name }) => name);
};

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    sent.push(input instanceof Request ? input.url : String(input));
    return Promise.resolve(Response.json([{ name: 'later' }]));
  });
  connect({ url: '/', key: 'sb_publishable_test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(early, 'slipwayResponses');
});

it('takes the response to the request that the document has sent, once', async () => {
  expect(hasEarlyResponses()).toBe(false);
  respondEarly(Promise.resolve(Response.json([{ name: 'early' }])));
  expect(hasEarlyResponses()).toBe(true);
  expect(await names()).toEqual(['early']);
  expect(hasEarlyResponses()).toBe(false);
  expect(sent).toEqual([]);
  expect(await names()).toEqual(['later']);
  expect(sent).toEqual([address]);
});

it('sends the request itself when the one of the document failed', async () => {
  respondEarly(Promise.resolve(undefined));
  expect(await names()).toEqual(['later']);
});

it.each([
  ['another user', keyOf('GET', 'token of a user')],
  ['another method', keyOf('HEAD')],
  ['another body', keyOf('GET', undefined, '{}')],
])('does not take the response to a request of %s', async (_what, key) => {
  respondEarly(Promise.resolve(Response.json([{ name: 'early' }])), key);
  expect(await names()).toEqual(['later']);
});

it('does not take a response after 30 seconds', async () => {
  respondEarly(Promise.resolve(Response.json([{ name: 'early' }])));
  vi.spyOn(performance, 'now').mockReturnValue(30_001);
  expect(await names()).toEqual(['later']);
});

it('stops waiting for a response when the query is canceled', async () => {
  const promise = new Promise<Response>(() => undefined);
  respondEarly(promise);
  const controller = new AbortController();
  const read = names(controller.signal);
  controller.abort();
  expect(await read).toContain('abort');
  respondEarly(promise);
  expect(await names(controller.signal)).toContain('abort');
});
