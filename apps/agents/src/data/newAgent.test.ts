/** A new agent, its creator's name, its tools, and the limit of the creator's plan. */
import { AppError } from '@slipway/contracts';
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { agentQueries, isPlanLimit, newAgentOf } from './agents';
import { emptyDraft } from './draft';
import { lifecycleOf } from './lifecycle';
import { configureAgent, createAgent } from './sendForm';

afterEach(() => {
  vi.unstubAllGlobals();
});

const draft = { ...emptyDraft, name: 'Helper', description: 'Helps' };
const tool = { name: 'search', description: 'Searches', input_schema: {}, is_read_only: true };
const tools = [{ url: 'https://tools.example', tools: [tool] }];

test('an agent is a private draft without price, tags and messages while it is being created', () => {
  const agent = newAgentOf(draft);
  expect(lifecycleOf(agent)).toBe('draft');
  expect(agent).toEqual({
    ...{ id: '', name: 'Helper', description: 'Helps', category: '', tags: [], color: null, icon: null },
    ...{
      pricing_model: '',
      price_per_message: null,
      price_per_month: null,
      calls_end_at: null,
      suspended_at: null,
    },
    ...{ is_public: false, status: 'draft', install_count: 0, updated_at: '' },
    ...{ notice_days: 0, allows_system_messages: false },
  });
});

test('the form starts with a moderate temperature, 1000 tokens, 30 days of notice and no callers’ messages', () => {
  expect(emptyDraft).toEqual({
    ...{ name: '', description: '', prompt: '', temperature: 0.7, maxTokens: '1000', noticeDays: '30' },
    ...{ allowsSystemMessages: false, changelog: '', tools: undefined },
  });
});

test('returns the id of the agent that was created, without tools and changelog', async () => {
  const backend = startBackend({ 'POST create_agent': { json: { id: 'a7' } } });
  expect(await createAgent({ ...draft, changelog: 'First', tools })).toBe('a7');
  expect(backend.sent('POST', 'create_agent')[0]?.body).toEqual({
    ...{ name: 'Helper', description: 'Helps', prompt: '', temperature: 0.7, max_tokens: 1000 },
    ...{ notice_days: 30, allows_system_messages: false },
  });
});

test('tools are saved when they were chosen, and stay as stored otherwise', async () => {
  const backend = startBackend();
  for (const chosen of [tools, [], undefined])
    await configureAgent({ id: 'a1', draft: { ...draft, tools: chosen }, initial: { draft } });
  expect(backend.sent('POST', 'configure_agent').map(({ body }) => body['tools'])).toEqual([
    { servers: tools },
    { servers: [] },
    undefined,
  ]);
});

test('reads the name of one creator, which may be missing', async () => {
  const read = (creator = 'c1') => createTestClient().fetchQuery(agentQueries.creatorName(creator));
  const backend = startBackend({ 'GET profiles': { json: [{ full_name: 'Ada' }] } });
  expect(await read()).toBe('Ada');
  expect(backend.requests[0]?.url.searchParams.get('id')).toBe('eq.c1');
  backend.replies['GET profiles'] = { json: [{ full_name: null }] };
  expect(await read()).toBeNull();
  backend.replies['GET profiles'] = { json: [] };
  expect(await read()).toBeNull();
  expect(agentQueries.creatorName('c1').queryKey).toEqual([...agentQueries.all(), 'creator', 'c1']);
});

test('a rejection by the plan has a hint that others lack', async () => {
  const reject = async (error: object) => {
    startBackend({ 'POST create_agent': { status: 400, json: { code: 'P0001', message: 'no', ...error } } });
    return createAgent(draft).catch((failure: unknown) => failure);
  };
  expect(isPlanLimit(await reject({ hint: 'plan_limit' }))).toBe(true);
  expect(isPlanLimit(await reject({ hint: 'other' }))).toBe(false);
  expect(isPlanLimit(await reject({}))).toBe(false);
  expect(isPlanLimit(new AppError('conflict', 'no'))).toBe(false);
  expect(isPlanLimit(Object.assign(new Error('no'), { cause: { hint: 'plan_limit' } }))).toBe(false);
  expect(isPlanLimit(undefined)).toBe(false);
});
