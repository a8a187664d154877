/** Previews: who can test which agent, with which prompt and how often. Nothing is billed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, engines, type TestUser, type Served } from '@slipway/backend/testing';
import { post } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

describe.each(engines)('a preview on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let open: string;
  let draft: string;
  let token: (user: TestUser) => Promise<string>;

  beforeAll(async () => {
    served = await serveGateway(engine, {
      rates: { visitor: 6, user: 8 },
      appOrigins: ['https://app.example'],
    });
    creator = await served.creator();
    open = await addAgent(creator, { name: 'Open' });
    draft = await addAgent(creator, { name: 'Draft', is_public: false, status: 'draft' });
    await creator.client.from('agent_configs').insert({ agent_id: open, prompt: 'Four very secret words' });
    token = async ({ client }) => (await client.auth.getSession()).data.session?.access_token ?? '';
  });
  afterAll(() => served.close());

  const messages = [{ role: 'user', content: 'Hello' }];
  const preview = (body: object, session?: string) =>
    post(`${served.origin}/v1/preview`, session, { messages, ...body });
  const textOf = async (response: Response) =>
    ((await response.json()) as { message: { content: string } }).message.content;
  const detailOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { detail: string }).detail,
  ];

  test('a visitor can test a public agent, but no draft and no custom prompt, up to the rate limit', async () => {
    const response = await preview({ agent_id: open });
    expect(response.headers.get('slipway-model')).toBe('sample');
    const text = await textOf(response);
    expect(text).toContain('I am Open, running on Slipway');
    expect(text).toContain('(4 words)');
    expect(text).not.toContain('secret');
    expect(await detailOf(await preview({ agent_id: draft }))).toEqual([404, 'Agent not found']);
    expect(await detailOf(await preview({ prompt: 'Mine' }))).toEqual([
      401,
      'Sign in to test a custom prompt',
    ]);
    expect(await detailOf(await preview({ agent_id: open, prompt: 'Mine' }))).toEqual([
      401,
      'Sign in to test a custom prompt',
    ]);
    expect(await detailOf(await preview({}))).toEqual([
      400,
      'The body must have "agent_id", "prompt" or both',
    ]);
    await preview({ agent_id: open });
    await preview({ agent_id: open }, served.backend.publishableKey);
    const often = await preview({ agent_id: open });
    expect([often.status, Number(often.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('only the creator can test a draft, or an agent with another prompt', async () => {
    const own = await token(creator);
    expect(await textOf(await preview({ agent_id: draft }, own))).toContain('I am Draft');
    expect(await textOf(await preview({ agent_id: draft, prompt: 'Two words', name: 'New' }, own))).toMatch(
      /I am New.*\(2 words\)/,
    );
    expect(await textOf(await preview({ prompt: 'A template of five words' }, own))).toContain('(5 words)');
    const stranger = await token(await served.user());
    expect((await preview({ agent_id: draft }, stranger)).status).toBe(404);
    expect((await preview({ agent_id: open, prompt: 'Mine' }, stranger)).status).toBe(403);
    expect((await preview({ agent_id: open }, stranger)).status).toBe(200);
    expect((await preview({ agent_id: open }, `${own.slice(0, -5)}AAAAA`)).status).toBe(401);
  });

  test('streams, limits each user, and stores nothing', async () => {
    const user = await served.user();
    const session = await token(user);
    const response = await preview({ agent_id: open, stream: true }, session);
    const text = await response.text();
    expect(text).toMatch(/event: delta[\s\S]*event: done\ndata: \{"finish_reason":"stop","usage"/);
    const statuses = [];
    for (let time = 0; time < 8; time += 1)
      statuses.push((await preview({ agent_id: open }, session)).status);
    expect(statuses).toEqual([...Array.from({ length: 7 }, () => 200), 429]);
    const { count } = await served.service
      .from('usage_tracking')
      .select('*', { count: 'exact', head: true })
      .eq('user_id', user.id);
    const { data } = await served.service.from('deployment_calls').select('id');
    expect([count, data]).toEqual([0, []]);
  });
});
