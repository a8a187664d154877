/** The page of an agent: what is read and saved, and which example prompts fit. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { areExamples, examplesIn, type PageDraft, pageQueries, savePage } from './agentPage';

afterEach(() => {
  vi.unstubAllGlobals();
});

const row = { icon: 'p.webp', color: 'teal', readme: '# Helper', examples: ['Hi', 'Hello'], etag: 'e1' };
const draft = { color: 'teal', readme: '# Helper', examples: 'Hi\nHello' };
const read = (client = createTestClient()) => client.fetchQuery(pageQueries.page('a1'));

test('reads the page of one agent into its form', async () => {
  const backend = startBackend({ agent_page: { json: [row] } });
  expect(await read()).toEqual({ draft, etag: 'e1', icon: 'p.webp' });
  expect(backend.requests[0]?.body).toEqual({ agent: 'a1' });
  backend.replies = {
    agent_page: { json: [{ ...row, icon: null, color: null, readme: null, examples: [] }] },
  };
  expect(await read()).toEqual({ draft: { color: null, readme: '', examples: '' }, etag: 'e1', icon: null });
  backend.replies = {};
  await expect(read()).rejects.toMatchObject({ code: 'not_found' });
});

test('saves the page of one agent, unless it was changed since', async () => {
  const backend = startBackend({ agent_page: { json: [{ ...row, etag: 'e2' }] } });
  const save = (values: Partial<PageDraft>) =>
    savePage({ id: 'a1', draft: { ...draft, ...values }, etag: 'e1' });
  expect(await save({ examples: ' Hi \n\n' })).toBeUndefined();
  await save({ color: null, readme: ' ' });
  expect(backend.sent('POST', 'save_agent_page').map(({ body }) => body)).toEqual([
    { agent: 'a1', etag: 'e1', color: 'teal', readme: '# Helper', examples: ['Hi'] },
    { agent: 'a1', etag: 'e1', examples: ['Hi', 'Hello'] },
  ]);
  backend.replies['save_agent_page'] = { status: 409, json: { message: 'x', code: 'PT409' } };
  expect((await save({}))?.etag).toBe('e2');
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
