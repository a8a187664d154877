/** Shared conversations over HTTP: as their owner, as a stranger and as a visitor (20, decision 062). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

const ciphertext = Buffer.alloc(64, 7).toString('base64');
const secret = 'k'.repeat(43);

describe.each(engines)('shared conversations on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let owner: TestUser;
  let stranger: TestUser;
  let agent: string;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    owner = await served.user('Olga Owner');
    stranger = await served.user();
    agent = await addAgent(creator, { name: 'Helper' });
  });
  afterAll(() => served.close());

  const share = async (user: Pick<TestUser, 'client'>, values: object = {}) =>
    user.client.rpc('share_conversation', { agent, ciphertext, ...values }).single<{ id: string }>();
  const shared = async (values: object = {}) => {
    const { data, error } = await share(owner, values);
    expect(error).toBeNull();
    return data?.id ?? '';
  };
  const readBy = async ({ client }: { client: Served['visitor'] }, id: string) =>
    ((await client.rpc('read_shared_conversation', { id })).data ?? []) as Record<string, unknown>[];
  const visitor = () => ({ client: served.visitor });
  const sql = (text: string) => served.backend.database.run(text);

  test('the owner shares, lists and deletes; a stranger and a visitor read by id only (20)', async () => {
    const id = await shared();
    expect(id).toMatch(/^[\da-f]{32}$/);
    expect(await shared()).not.toBe(id);
    for (const reader of [owner, stranger, visitor()]) {
      const [row] = await readBy(reader, id);
      expect(row).toMatchObject({ ciphertext, agent_id: agent, agent_name: 'Helper', person: null });
    }
    const list = ({ client }: Pick<TestUser, 'client'>) =>
      client.from('shared_conversations').select('id, agent_name');
    expect((await list(owner)).data).toHaveLength(2);
    expect((await list(stranger)).data).toEqual([]);
    expect((await list(visitor())).status).toBe(401);
    expect((await owner.client.from('shared_conversations').select('ciphertext')).status).toBe(403);
    await stranger.client.from('shared_conversations').delete().eq('id', id);
    expect((await visitor().client.from('shared_conversations').delete().eq('id', id)).status).toBe(401);
    expect(await readBy(stranger, id)).toHaveLength(1);
    expect((await share(visitor())).status).toBe(401);
    expect((await owner.client.from('shared_conversations').delete().eq('id', id)).error).toBeNull();
    expect(await readBy(owner, id)).toEqual([]);
  });

  test('shows the name of the owner only if they chose that, and the agent only while it is public (20)', async () => {
    const named = await shared({ shows_name: true });
    expect((await readBy(visitor(), named))[0]).toMatchObject({ person: 'Olga Owner' });
    const draft = await addAgent(owner, { name: 'My draft', is_public: false });
    const id = await shared({ agent: draft });
    expect((await readBy(visitor(), id))[0]).toMatchObject({ agent_id: null, agent_name: 'My draft' });
    expect((await share(stranger, { agent: draft })).status).toBe(404);
  });

  test('rejects other sizes and validities, a 21st of a day and a 51st link (20)', async () => {
    const large = Buffer.alloc(163_841).toString('base64');
    expect((await share(stranger, { ciphertext: large })).status).toBe(400);
    expect((await share(stranger, { ciphertext: '' })).status).toBe(400);
    expect((await share(stranger, { days: 365 })).status).toBe(400);
    await sql(`update private.daily_counts set items = 20
      where kind = 'shared conversations' and source = '${owner.id}'`);
    expect((await share(owner)).status).toBe(429);
    await sql(`delete from private.daily_counts where kind = 'shared conversations';
      insert into public.shared_conversations (id, user_id, agent_name, shows_name, ciphertext, expires_at)
      select md5(n::text), '${stranger.id}', 'x', false, decode('${ciphertext}', 'base64'), now() + interval '1 day'
      from generate_series(1, 50) n`);
    expect((await share(stranger)).status).toBe(409);
  });

  test('an expired link is not read, and the sweep deletes it (20)', async () => {
    const id = await shared();
    await sql(
      `update public.shared_conversations set expires_at = now() - interval '1 s' where id = '${id}'`,
    );
    expect(await readBy(owner, id)).toEqual([]);
    expect((await served.service.rpc('sweep_deployments')).error).toBeNull();
    expect((await served.service.from('shared_conversations').select('id').eq('id', id)).data).toEqual([]);
  });

  test('a visitor reports; an operator reads the key, and removes the text (20)', async () => {
    const id = await shared();
    const report = { id, key: secret, reason: 'harmful', details: 'A threat' };
    expect((await served.visitor.rpc('report_shared_conversation', report)).error).toBeNull();
    expect((await served.visitor.rpc('report_shared_conversation', { ...report, key: 'x' })).status).toBe(
      400,
    );
    for (const client of [served.visitor, owner.client]) {
      expect((await client.rpc('list_conversation_reports')).error?.code).toBe('42501');
      expect((await client.rpc('remove_shared_conversation', { id, reason: 'x' })).error?.code).toBe('42501');
    }
    expect((await served.service.rpc('list_conversation_reports')).data).toMatchObject([
      { conversation_id: id, key: secret, reports: 1, reasons: ['harmful'], details: ['A threat'] },
    ]);
    expect(
      (await served.service.rpc('remove_shared_conversation', { id, reason: 'A threat' })).error,
    ).toBeNull();
    expect(await readBy(owner, id)).toEqual([]);
    const [row] = await served.backend.database.rows<{ ciphertext: unknown; keys: number }>(
      `select ciphertext, (select count(*)::integer from private.conversation_reports) as keys
       from public.shared_conversations where id = '${id}'`,
    );
    expect(row).toEqual({ ciphertext: null, keys: 0 });
    const { data } = await owner.client
      .from('shared_conversations')
      .select('removal_reason')
      .eq('id', id)
      .single();
    expect(data).toEqual({ removal_reason: 'A threat' });
  });

  test('reports with wrong keys neither hide the right one nor keep it out', async () => {
    const id = await shared();
    const report = (key: string) =>
      served.visitor.rpc('report_shared_conversation', { id, key, reason: 'spam' });
    for (let count = 0; count < 12; count += 1) await report('A'.repeat(43));
    await report(secret);
    await report(secret);
    await report('B'.repeat(43));
    expect((await served.service.rpc('list_conversation_reports')).data).toMatchObject([
      { conversation_id: id, key: 'A'.repeat(43), reports: 10 },
      { conversation_id: id, key: secret, reports: 2 },
      { conversation_id: id, key: 'B'.repeat(43), reports: 1 },
    ]);
    await served.service.rpc('remove_shared_conversation', { id, reason: 'spam' });
    expect((await served.service.rpc('list_conversation_reports')).data).toEqual([]);
  });

  test('visitors of one IPv6 network share the daily limit of reports', async () => {
    const id = await shared();
    await sql('delete from private.daily_counts');
    const statusOf = async (address: string) => {
      const { publishableKey: apikey } = served.backend;
      const report = JSON.stringify({ id, key: secret, reason: 'spam' });
      const headers = { apikey, 'content-type': 'application/json' };
      const path = `${served.origin}/rest/v1/rpc/report_shared_conversation`;
      const request = new Request(path, { method: 'POST', headers, body: report });
      return (await served.backend.fetch(request, { address })).status;
    };
    for (let host = 1; host <= 20; host += 1)
      expect(await statusOf(`2001:db8:0:1::${String(host)}`)).toBe(204);
    expect(await statusOf('2001:db8:0:1:ffff::1')).toBe(429);
    for (const address of ['2001:db8:0:2::1', '::ffff:192.0.2.1', 'fe80::1%eth0', 'unknown'])
      expect(await statusOf(address)).toBe(204);
    const counted = await served.backend.database.rows<{ source: string }>(
      "select source from private.daily_counts where kind = 'reports of conversations' order by items desc, source",
    );
    expect(counted.map(({ source }) => source)).toEqual([
      ...['2001:db8:0:1::/64', '192.0.2.1', '2001:db8:0:2::/64', 'fe80::/64', 'unknown'],
    ]);
  });

  test('a suspension of the agent or the owner hides a link; the account takes it along (20)', async () => {
    const id = await shared();
    const suspended = async (kind: string, subject: string) => {
      const appeal = 'appeals@slipway.example';
      await served.service.rpc('suspend', { kind, subject, reason: 'spam', appeal });
      const rows = await readBy(visitor(), id);
      await served.service.rpc('lift_suspension', { kind, subject, reason: 'over' });
      return rows;
    };
    expect(await suspended('agent', agent)).toEqual([]);
    expect(await suspended('person', owner.id)).toEqual([]);
    expect(await readBy(visitor(), id)).toHaveLength(1);
    await sql(`delete from public.profiles where id = '${owner.id}'`);
    expect(await readBy(visitor(), id)).toEqual([]);
  });
});
