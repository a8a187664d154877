/** The page of an agent: what is read and saved, and which example prompts fit. */
import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { agentQueries } from './agents';
import { areExamples, examplesIn, pageQueries, savePage } from './agentPage';

afterEach(() => {
  vi.unstubAllGlobals();
});

const page = { color: 'teal', icon: null, readme: '# Helper', examples: ['Hi'] };

test('reads the page of one agent, beside the other queries of the creator', async () => {
  const backend = startBackend({ 'GET agents': { json: page } });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  expect(await client.fetchQuery(pageQueries.page('a1'))).toEqual(page);
  const query = backend.requests[0]?.url.searchParams;
  expect([query?.get('id'), query?.get('select')]).toEqual(['eq.a1', 'color,icon,readme,examples']);
  expect(pageQueries.page('a1').queryKey).toEqual([...agentQueries.all(), 'page', 'a1']);
});

test('saves the page of one agent', async () => {
  const backend = startBackend();
  const { color, readme, examples } = page;
  await savePage({ id: 'a1', page: { color, readme, examples } });
  const [saved] = backend.requests;
  expect([saved?.method, saved?.url.searchParams.get('id')]).toEqual(['PATCH', 'eq.a1']);
  expect(saved?.body).toEqual({ color, readme, examples });
});

test('each line that is not empty is a prompt', () => {
  expect(examplesIn(' Hi \n\n  \nHow are you?\n')).toEqual(['Hi', 'How are you?']);
  expect(examplesIn('')).toEqual([]);
});

test.each([
  [4, 200, true],
  [5, 1, false],
  [4, 201, false],
  [0, 0, true],
])('%i prompts of %i characters fit: %s', (count, length, fit) => {
  const examples = Array.from({ length: count }, () => 'x'.repeat(length));
  expect(areExamples(examples)).toBe(fit);
});

test('one prompt that is too long is enough to fail', () => {
  expect(areExamples(['x', 'x'.repeat(201)])).toBe(false);
});
