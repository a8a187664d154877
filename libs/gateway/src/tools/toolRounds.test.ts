/** Results of tools: only of the server that the caller approved, and of limited size. */
import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';
import type { ChatMessage, Model } from '../models/model';
import { startToolServer, type TestToolServer } from '../testing/mcpServer';
import { offeredTools, type StoredToolServer } from './agentTools';
import type { Approvals, ToolApproval, WaitingState } from './approvals';
import { fakeStore, grantOf } from '../testing/fakes';
import { type CallWithTools, completeWithTools } from './toolRounds';
import { toolsOfCall } from './toolsOfCall';

let tools: TestToolServer;
beforeAll(async () => {
  tools = await startToolServer();
});
beforeEach(() => {
  tools.calls.length = 0;
});
afterAll(() => tools.close());

const serverOf = (name: string, url = tools.url): StoredToolServer => ({
  ...{ url, header: null, secret: null },
  tools: [{ name, description: '', input_schema: {}, is_read_only: name === 'search' }],
});
const callOf = (name: string, text: string, id = 'call_1') => ({
  ...{ id, type: 'function' as const },
  function: { name, arguments: JSON.stringify({ text }) },
});
const none: Approvals = {
  keep: () => Promise.reject(new Error('nothing waits')),
  take: () => Promise.reject(new Error('nothing waits')),
};

/** Asks for the calls once, then answers. Returns what the tools gave to the model. */
async function resultsOf(
  calls: ReturnType<typeof callOf>[],
  { offered, approvals = none, approval }: Partial<CallWithTools> & Pick<CallWithTools, 'offered'>,
): Promise<string[]> {
  let seen: readonly ChatMessage[] = [];
  const model: Model = {
    name: 'fake',
    async *complete(_instructions, messages) {
      seen = messages;
      await Promise.resolve();
      if (messages.some(({ role }) => role === 'tool')) yield { text: 'Done' };
      else yield { toolCalls: calls.map((call, index) => ({ ...call, index })) };
    },
  };
  const runner = { egress: { allow: ['127.0.0.1'] } };
  const instructions = { name: 'Helper', prompt: '', temperature: 0, maxTokens: 100 };
  const asked = [{ role: 'user' as const, content: 'Hello' }];
  const call = { offered, callerTools: [], approvals, approval };
  const { signal } = new AbortController();
  for await (const part of completeWithTools({ model, runner }, instructions, asked, call, signal)) void part;
  return seen.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

const approval: ToolApproval = {
  token: 'ta_x',
  calls: [{ id: 'call_1', arguments_hash: '0'.repeat(64), approved: true }],
};
/** The caller approved `add_note` of the server at `url`. */
const approvedAt = (url: string, name = 'add_note'): Approvals => {
  const state: WaitingState = {
    ...{ messages: [], text: '', calls: [callOf('add_note', 'tea')] },
    targets: { call_1: { url, name } },
  };
  return { ...none, take: () => Promise.resolve(state) };
};

test('an approved call runs at the server that the caller approved', async () => {
  const offered = offeredTools([serverOf('add_note')]);
  expect(await resultsOf([], { offered, approval, approvals: approvedAt(tools.url) })).toEqual([
    'Added: tea',
  ]);
  expect(tools.calls).toEqual([{ name: 'add_note', text: 'tea' }]);
});

test.each([
  ['is at another server now', () => approvedAt('https://earlier.example/mcp')],
  ['has the name of another one now', () => approvedAt(tools.url, 'remove_note')],
])('an approved call whose tool %s does not run', async (_title, approvals) => {
  const offered = offeredTools([serverOf('add_note')]);
  expect(await resultsOf([], { offered, approval, approvals: approvals() })).toEqual([
    'Not run: the tool has changed in the meantime',
  ]);
  expect(tools.calls).toEqual([]);
});

test('all results together have a limit', async () => {
  const calls = Array.from({ length: 6 }, (_, index) =>
    callOf('search', 'x'.repeat(20_000), `call_${String(index)}`),
  );
  const results = await resultsOf(calls, { offered: offeredTools([serverOf('search')]) });
  expect(results).toHaveLength(6);
  expect(results.join('').length).toBeLessThan(65_000);
  expect(results[0]).toMatch(/^Found 3 notes about x+\n\[The rest was omitted\]$/);
  expect(results[5]).toBe('\n[Omitted: the results are too long]');
});

test('tools of two servers with one name, and those of the caller, have different names', async () => {
  const servers = [serverOf('search'), serverOf('search', 'https://other.example/mcp')];
  const store = fakeStore({ deploymentTools: () => Promise.resolve(servers) });
  const own = { type: 'function', function: { name: 'search' } };
  const call = await toolsOfCall(grantOf(), { messages: [], sampling: { tools: [own] } }, store);
  const { byName, definitions } = call?.offered ?? offeredTools([]);
  expect([...byName].map(([name, { server, name: own }]) => [name, server.url, own])).toEqual([
    ['search_2', tools.url, 'search'],
    ['search_3', 'https://other.example/mcp', 'search'],
  ]);
  expect(definitions).toMatchObject([{ function: { name: 'search_2' } }, { function: { name: 'search_3' } }]);
});
