import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { configurationOf, draftAgent } from '../testing/agents';
import { readConfiguration } from './configuration';
import { type Draft, emptyDraft } from './draft';
import { configureAgent } from './sendForm';

afterEach(() => {
  vi.unstubAllGlobals();
});

const draft: Draft = {
  ...{ name: ' A ', description: ' B ', prompt: ' C ', temperature: 0.3, maxTokens: '20' },
  ...{ noticeDays: '7', allowsSystemMessages: true, changelog: '', tools: undefined },
};
const sentDraft = {
  ...{ name: 'A', description: 'B', prompt: ' C ', temperature: 0.3, max_tokens: 20 },
  ...{ notice_days: 7, allows_system_messages: true },
};

test('reads the configuration of an agent into the form', async () => {
  const agent = { ...draftAgent, notice_days: 0, allows_system_messages: true };
  const values = { prompt: 'P', temperature: 0, max_tokens: 9 };
  const backend = startBackend({ agent_configuration: configurationOf(agent, values) });
  expect(await readConfiguration('a1')).toEqual({
    draft: {
      ...{ name: 'Helper', description: 'Helps', prompt: 'P', temperature: 0, maxTokens: '9' },
      ...{ noticeDays: '0', allowsSystemMessages: true, changelog: '', tools: undefined },
    },
    ...{ etag: 'e1', tools: '{"servers":[]}' },
  });
  expect(backend.requests[0]?.body).toEqual({ agent: 'a1' });
});

test('fills the form with defaults for an agent without configuration', async () => {
  const none = { prompt: null, temperature: null, max_tokens: null, tools: null };
  startBackend({ agent_configuration: configurationOf({ ...draftAgent, description: null }, none) });
  expect((await readConfiguration('a1')).draft).toEqual({ ...emptyDraft, name: 'Helper' });
});

test('an agent that was deleted elsewhere is not found', async () => {
  startBackend();
  await expect(readConfiguration('a1')).rejects.toMatchObject({ code: 'not_found' });
});

test('configures an agent', async () => {
  const backend = startBackend();
  await configureAgent({ id: 'a1', draft, initial: { draft } });
  await configureAgent({
    id: 'a1',
    draft: { ...draft, changelog: ' Shorter answers ' },
    initial: { draft, etag: 'e1' },
  });
  expect(backend.sent('POST', 'configure_agent').map(({ body }) => body)).toEqual([
    { agent: 'a1', ...sentDraft },
    { agent: 'a1', ...sentDraft, changelog: 'Shorter answers', etag: 'e1' },
  ]);
});

test('a conflict returns the current configuration; one of another kind is an error', async () => {
  startBackend({
    configure_agent: { status: 409, json: { message: 'x', code: 'PT409' } },
    agent_configuration: configurationOf(draftAgent, { etag: 'e2' }),
  });
  expect((await configureAgent({ id: 'a1', draft, initial: { draft, etag: 'e1' } }))?.etag).toBe('e2');
  await expect(configureAgent({ id: 'a1', draft, initial: { draft, etag: 'e2' } })).rejects.toMatchObject({
    code: 'conflict',
  });
});
