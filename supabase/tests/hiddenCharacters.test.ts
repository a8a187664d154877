/** Names over HTTP: no client writes one with characters that are invisible or that reverse the direction of text. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, engines, deploy, serve, type Served, type TestUser } from '@slipway/backend/testing';

/** Each looks like another name. */
const hidden = {
  'U+202E': 'Slip\u202eyaw',
  'U+2066': '\u2066Slipway\u2069',
  'U+200B': 'Slip\u200bway',
  'U+200D': 'Slip\u200dway',
  'U+200C': 'Slipway\u200c',
  'U+200E': 'Slipway\u200e',
  'U+061C': '\u061cSlipway',
  'U+00AD': 'Slip\u00adway',
  'U+FEFF': '\ufeffSlipway',
  'U+2060': 'Slip\u2060way',
  'U+3164': 'Slipway\u3164',
  'U+00A0': 'Slipway\u00a0',
  'U+FE0F': 'Slipway 2\ufe0f',
  'U+E0041': 'Slipway\u{e0041}',
  'U+000A': 'Slip\nway',
  'U+0085': 'Slip\u0085way',
};

const legitimate = [
  'Zoë – “Röntgen” №1 你好 ありがとう',
  'Family 👩‍❤️‍👨 and 👩🏽‍🚀',
  'Flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇨🇭 ❤️ ☎︎ 1️⃣ ©️ ™️',
  'می‌خواهم a1',
  'क्‍ष क्‌ष ශ්‍රී',
  'שלום\u200f (1)\u200e',
  '辻\u{e0100}さん',
];

describe.each(engines)('a name on %s', (engine) => {
  let served: Served;
  let owner: TestUser;
  let agent: string;

  beforeAll(async () => {
    served = await serve(engine);
    owner = await served.creator('Olga Owner');
    agent = await addAgent(owner);
  });
  afterAll(() => served.close());

  const rename = (name: string) => owner.client.from('agents').update({ name }).eq('id', agent);
  const saveProfile = (full_name: string) =>
    owner.client.rpc('save_profile', { full_name, about: '', links: [], color: null });
  const write = {
    'of a new agent': (name: string) =>
      owner.client.rpc('create_agent', {
        ...{ name, description: 'Text', prompt: 'Prompt', temperature: 0.5, max_tokens: 100 },
        category: 'sales',
      }),
    'of an agent': rename,
    'of a configured agent': (name: string) =>
      owner.client.rpc('configure_agent', {
        ...{ agent, name, description: 'Text', prompt: 'Prompt', temperature: 0.5, max_tokens: 100 },
      }),
    'of a deployment': (name: string) => deploy(owner, { name, agent_id: agent }),
    'of a profile': (full_name: string) =>
      owner.client.from('profiles').update({ full_name }).eq('id', owner.id),
    'of a saved profile': saveProfile,
  };

  test.each(Object.entries(write))('%s has no hidden characters', async (_what, attempt) => {
    for (const [code, name] of Object.entries(hidden)) {
      // Forms and `save_profile` cut spaces off.
      const { status, error } = await attempt(name);
      expect([status, error?.hint, error?.message], code).toEqual([
        ...[400, 'hidden_characters'],
        expect.stringContaining(
          `: ${code} at position ${String([...name].findIndex((one) => one.codePointAt(0) === parseInt(code.slice(2), 16)) + 1)}`,
        ),
      ]);
    }
  });

  test('that is too long is rejected for its length, before its characters are compared', async () => {
    const began = performance.now();
    const { error } = await rename(`${'a'.repeat(50_000)}\u200b`);
    expect(error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('agents_name_length') as string,
    });
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  test('keeps the joiners of scripts and emoji', async () => {
    for (const name of legitimate) {
      expect((await rename(name)).error, name).toBeNull();
      expect((await saveProfile(name)).error, name).toBeNull();
    }
  });

  test('from before stays while other values change, and when its row is restored', async () => {
    const { run } = served.backend.database;
    const old = hidden['U+202E'];
    const deployment = (await deploy(owner, { name: 'old-bot', agent_id: agent })).data as { id: string };
    await run(`update public.agents set name = '${old}' where id = '${agent}'`);
    await run(`update public.profiles set full_name = '${old}' where id = '${owner.id}'`);
    await run(`alter table public.deployments disable trigger user;
      update public.deployments set name = '${old} a' where id = '${deployment.id}';
      alter table public.deployments enable trigger user`);
    expect((await write['of a configured agent'](old)).error).toBeNull();
    expect((await saveProfile(old)).error).toBeNull();
    const stop = owner.client.from('deployments').update({ status: 'active', last_deployed_at: new Date() });
    expect((await stop.eq('id', deployment.id)).error).toBeNull();
    await owner.client.from('deployments').delete().eq('id', deployment.id);
    expect((await owner.client.rpc('restore_deployment', { id: deployment.id })).error).toBeNull();
    await owner.client.from('deployments').delete().eq('id', deployment.id);
    await owner.client.from('agents').delete().eq('id', agent);
    expect((await owner.client.rpc('restore_agent', { agent })).error).toBeNull();
    expect((await rename('New name')).error).toBeNull();
  });

  test('of a new account loses them', async () => {
    const { client, id } = await served.user(`${hidden['U+202E']}\u200b`);
    const { data } = await client.from('profiles').select('full_name').eq('id', id).single();
    expect(data).toEqual({ full_name: 'Slipyaw' });
    const nameless = await served.user('\u200b \u3164');
    const read = await nameless.client.from('profiles').select('full_name').eq('id', nameless.id).single();
    expect(read.data).toEqual({ full_name: null });
  });
});
