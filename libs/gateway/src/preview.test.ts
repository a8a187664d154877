/** Previews: who can override what, and which rate counts. */
import { describe, expect, test, vi } from 'vitest';
import { ApiProblem } from './apiProblem';
import { createRateLimits, defaultRates } from './rateLimits';
import { previewInstructions } from './preview';
import type { GatewayStore, PreviewAccess } from './store';
import { fakeStore } from './testing/fakes';

/** In the form of an access token. */
const USER = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyLTEifQ.c2ln';
const agentId = 'agent-1';
const visitor: PreviewAccess = { user_id: null, agent_id: agentId, is_creator: false };
const stranger: PreviewAccess = { ...visitor, user_id: 'user-1' };
const creator: PreviewAccess = { ...stranger, is_creator: true };

const preview = async (
  body: object,
  access: PreviewAccess,
  token?: string,
  changes: Partial<GatewayStore> = {},
  take = vi.fn(() => Promise.resolve()),
) => {
  const previewAccess = vi.fn(() => Promise.resolve(access));
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
  const parsed = { messages: [{ role: 'user' as const, content: 'Hello' }], stream: false, ...body };
  const { instructions, ...allowed } = await previewInstructions(
    { body: parsed, raw: JSON.stringify(parsed) },
    headers,
    'here',
    {
      store: fakeStore({ previewAccess, ...changes }),
      rateLimits: { ...createRateLimits(defaultRates, fakeStore()), take },
    },
  );
  return { instructions, allowed, take, previewAccess };
};

describe('the rate', () => {
  test('of a visitor is the address’s', async () => {
    const { take, previewAccess } = await preview({ agent_id: agentId }, visitor);
    expect(take.mock.calls).toEqual([['visitor', 'here']]);
    expect(previewAccess).toHaveBeenCalledWith(agentId, undefined);
  });

  test.each(['sb_publishable_x', 'a.b.c', 'eyJ.no'])(
    'of %s, which is no token, is the address’s, before the database is asked (S10)',
    async (token) => {
      const { take, previewAccess } = await preview({ agent_id: agentId }, visitor, token);
      expect(take.mock.calls).toEqual([['visitor', 'here']]);
      expect(previewAccess).toHaveBeenCalledWith(agentId, undefined);
      const rejected = new ApiProblem(429, 'Too many');
      const full = vi.fn(() => Promise.reject(rejected));
      const asked = vi.fn(() => Promise.resolve(visitor));
      const request = preview({ agent_id: agentId }, visitor, token, { previewAccess: asked }, full);
      await expect(request).rejects.toBe(rejected);
      expect(asked).not.toHaveBeenCalled();
    },
  );

  test('of a token without a user is the address’s', async () => {
    const { take } = await preview({ agent_id: agentId }, visitor, USER);
    expect(take.mock.calls).toEqual([['visitor', 'here']]);
  });

  test('of a user is the user’s', async () => {
    const { take, previewAccess } = await preview({ agent_id: agentId }, stranger, USER);
    expect(take.mock.calls).toEqual([['user', 'user-1']]);
    expect(previewAccess).toHaveBeenCalledWith(agentId, USER);
  });
});

describe('access', () => {
  test('to an unreadable agent is 404', async () => {
    await expect(preview({ agent_id: 'x' }, { ...stranger, agent_id: null })).rejects.toMatchObject({
      status: 404,
      message: 'Agent not found',
    });
  });

  test.each([{ prompt: 'Mine' }, { name: 'New' }, { temperature: 0 }, { max_tokens: 1 }])(
    'a visitor cannot override %o',
    async (override) => {
      await expect(preview({ agent_id: agentId, ...override }, visitor)).rejects.toMatchObject({
        status: 401,
        message: 'Sign in to test a custom prompt',
      });
    },
  );

  test('only the creator can override an agent', async () => {
    await expect(preview({ agent_id: agentId, prompt: 'Mine' }, stranger, USER)).rejects.toMatchObject({
      status: 403,
      message: 'Only the creator can test this agent with another prompt',
    });
    const { instructions } = await preview(
      { agent_id: agentId, prompt: '', name: 'New', temperature: 0, max_tokens: 7 },
      creator,
      USER,
    );
    expect(instructions).toEqual({ name: 'New', prompt: '', temperature: 0, maxTokens: 7 });
  });
});

describe('the size', () => {
  const messages = (bytes: number) => ({ messages: [{ role: 'user', content: 'x'.repeat(bytes) }] });

  test.each([
    [undefined, visitor, 9_000, 'A preview is larger than 8 KB. Sign in to send more'],
    ['public', visitor, 9_000, 'A preview is larger than 8 KB. Sign in to send more'],
    [USER, stranger, 66_000, 'A preview is larger than 64 KB'],
  ])('is bounded for the session %s (C3)', async (token, access, bytes, message) => {
    const body = { agent_id: agentId, ...messages(bytes) };
    await expect(preview(body, access, token)).rejects.toMatchObject({ status: 413, message });
  });

  test('of a signed-in user may be larger', async () => {
    const long = { agent_id: agentId, ...messages(60_000) };
    expect((await preview(long, stranger, USER)).allowed).toEqual({ user: 'user-1', agent: agentId });
  });
});

describe('the instructions', () => {
  test('are the agent’s', async () => {
    const { instructions } = await preview({ agent_id: agentId }, visitor);
    expect(instructions).toEqual({ name: 'Helper', prompt: 'Be brief', temperature: 0.2, maxTokens: 100 });
  });

  test('allow a visitor 1,000 tokens of output at most', async () => {
    const long = {
      ...{ agent_name: 'Helper', prompt: '', temperature: 0, max_tokens: 4000, external_url: null },
    };
    const changes = { instructions: () => Promise.resolve(long) };
    const maxTokens = async (...who: [PreviewAccess, string?]) =>
      (await preview({ agent_id: agentId }, who[0], who[1], changes)).instructions.maxTokens;
    expect([await maxTokens(visitor), await maxTokens(stranger, USER)]).toEqual([1000, 4000]);
  });

  test('have defaults without an agent', async () => {
    const { instructions } = await preview({ prompt: 'Mine' }, { ...stranger, agent_id: null }, USER);
    expect(instructions).toEqual({ name: 'your agent', prompt: 'Mine', temperature: 0.7, maxTokens: 1000 });
  });
});

describe('the tools', () => {
  const tool = (name: string, is_read_only: boolean) => ({
    ...{ name, description: '', input_schema: {}, is_read_only },
  });
  const agentTools = () =>
    Promise.resolve([
      {
        ...{ url: 'https://notes.example/mcp', header: null, secret: null },
        tools: [tool('search', true), tool('add_note', false)],
      },
    ]);

  test.each([
    ['of the creator are all', creator, ['search', 'add_note']],
    ['of another user are those that only read: nothing is billed', stranger, ['search']],
    ['of a visitor are none', visitor, []],
  ])('%s', async (_title, access, names) => {
    const token = access.user_id === null ? undefined : USER;
    const { allowed } = await preview({ agent_id: agentId }, access, token, { agentTools });
    expect([...(allowed.tools?.offered.byName.keys() ?? [])]).toEqual(names);
  });
});
