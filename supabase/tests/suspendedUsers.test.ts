/**
 * A suspended user whose access token is still accepted, as hosted Supabase does until it expires: no function writes. The
 * embedded backend rejects such a token, so statements run with its claims. A new function must be added here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAgent, deploy, newKey, serve, type Served, type TestUser } from '@slipway/backend/testing';

/** They write only a record of what was read, or end a session. */
const allowed = ['begin_data_export', 'end_session', 'reveal_deployment_key'];

let served: Served;
let user: TestUser;
let claims: string;
let slipwayKey: string;
/** The arguments of each function. */
let calls: Record<string, string>;

const rows = <T extends Record<string, unknown>>(sql: string) => served.backend.database.rows<T>(sql);

/** Calls each function as the user and undoes it. Returns the SQLSTATE of errors. */
async function attempts(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, values] of Object.entries(calls)) {
    await served.backend.database
      .transaction(async ({ run }) => {
        await run(`select set_config('request.jwt.claims', '${claims}', true),
          set_config('request.jwt.claim.sub', '${user.id}', true), set_config('slipway.key', '${slipwayKey}', true);
          set local role authenticated; select public.${name}(${values})`);
        throw Object.assign(new Error('undone'), { code: 'works' });
      })
      .catch((error: unknown) => {
        found[name] = String((error as { code?: string }).code);
      });
  }
  return found;
}

beforeAll(async () => {
  served = await serve('PostgreSQL');
  const creator = await served.creator('Clara Creator');
  user = await served.creator('Susan Suspended');
  const token = (await user.client.auth.getSession()).data.session?.access_token ?? '';
  const read = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  claims = JSON.stringify({ ...read, aal: 'aal2' });
  ({ slipwayKey } = JSON.parse(readFileSync(join(served.home, 'keys.json'), 'utf8')) as {
    slipwayKey: string;
  });
  const [agent, priced, deleted] = [await addAgent(user), await addAgent(creator), await addAgent(user)];
  const deployed = async (name: string) =>
    ((await deploy(user, { name, agent_id: priced })).data as { id: string }).id;
  const [id, gone] = [await deployed('suspended'), await deployed('gone')];
  await user.client.from('deployments').delete().eq('id', gone);
  await user.client.from('agents').delete().eq('id', deleted);
  const price = { pricing_model: 'per_message', price_per_message: 1 };
  await creator.client.from('agents').update(price).eq('id', priced);
  const [offer] = await rows<{ id: number }>(
    `select max(id) as id from private.agent_offers where agent_id = '${priced}'`,
  );
  const { data: hook } = await user.client
    .rpc('create_webhook', { deployment: id, url: 'https://hooks.example/1', events: ['key.rotated'] })
    .single<{ id: string }>();
  const text = Buffer.alloc(200).toString('base64');
  const { data: shared } = await creator.client
    .rpc('share_conversation', { agent: priced, ciphertext: text })
    .single<{ id: string }>();
  const webhook = `'${String(hook?.id)}'`;
  calls = {
    accept_terms: `'${id}', ${String(offer?.id)}`,
    advance_deployments: '',
    cancel_account_deletion: '',
    configure_agent: `'${agent}', 'Name', 'Text', 'Prompt', 0.5, 100`,
    create_agent: `'Name', 'Text', 'Prompt', 0.5, 100, 'sales'`,
    create_recovery_codes: '',
    create_webhook: `'${id}', 'https://hooks.example/2', '{key.rotated}'`,
    enable_webhook: webhook,
    limit_deployment_key: `'${id}', 5, null`,
    pin_deployment: `'${id}', null`,
    publish_agent: `'${agent}', (select etag from public.agent_listing('${agent}')), 'Text', 'sales', '{}', 'free'`,
    quote_deployment: `'${priced}'`,
    remove_picture: 'null',
    remove_spend_limit: `'account', '${user.id}'`,
    report_shared_conversation: `'${String(shared?.id)}', '${'A'.repeat(43)}', 'spam', null`,
    request_account_deletion: '',
    restore_agent: `'${deleted}'`,
    restore_deployment: `'${gone}'`,
    revoke_deployment_key: `'${id}'`,
    rotate_deployment_key: `'${id}', '${newKey()}', interval '1 hour'`,
    rotate_webhook_secret: `${webhook}, interval '1 hour'`,
    save_agent_page: `'${agent}', (select etag from public.agent_page('${agent}')), '{}'`,
    save_profile: `'Name', '', '{}', 'blue'`,
    set_agent_tool_secret: `'${agent}', 'https://tools.example', 'Authorization', 'secret'`,
    set_spend_limit: `'account', '${user.id}', 5`,
    share_conversation: `'${agent}', '${text}', 1, false`,
    test_webhook: webhook,
    use_recovery_code: `'code'`,
  };
});
afterAll(() => served.close());

test('every function that a user calls and that can write is here', async () => {
  const found = await rows<{ name: string }>(`
    select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
      and has_function_privilege('authenticated', p.oid, 'execute') order by 1`);
  expect(found.map(({ name }) => name)).toEqual([...Object.keys(calls), ...allowed].sort());
});

test('every table that a user writes without a function rejects suspended users, but for the log of events', async () => {
  const found = await rows<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (has_any_column_privilege('authenticated', c.oid, 'insert, update') or has_table_privilege('authenticated', c.oid, 'delete'))
      and not exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.refuse_suspended_person'::regproc
      )`);
  expect(found).toEqual([{ name: 'security_audit_log' }]);
});

test('a suspended user calls none of them', async () => {
  const accounts = async () =>
    served.backend.database.transaction(async ({ run, rows: read }) => {
      await run(`select set_config('request.jwt.claims', '${claims}', true)`);
      await run(`select set_config('request.jwt.claim.sub', '${user.id}', true)`);
      return read(
        'select public.payment_account() is null as payment, public.payout_account() is null as payout',
      );
    });
  expect(await accounts()).toEqual([{ payment: false, payout: false }]);
  const all = (code: string) => Object.fromEntries(Object.keys(calls).map((name) => [name, code]));
  expect(await attempts()).toEqual(all('works'));
  const suspension = { kind: 'person', subject: user.id, reason: 'spam', appeal: 'help@slipway.example' };
  expect((await served.service.rpc('suspend', suspension)).error).toBeNull();
  expect(await attempts()).toEqual(all('PT403'));
  expect(await accounts()).toEqual([{ payment: true, payout: true }]);
});

test.each([
  ['suspended', 'PT403', () => user.id],
  ['deleted', 'PT401', () => '00000000-0000-4000-8000-00000000dead'],
])('the gateway gets no access for the token of a %s user', async (_state, code, id) => {
  const access = (sub: string | null) =>
    served.backend.database.transaction(async ({ run, rows: read }) => {
      await run(`select set_config('request.jwt.claim.sub', '${sub ?? ''}', true)`);
      await run(`set local role ${sub === null ? 'anon' : 'authenticated'}`);
      return read('select user_id, is_creator from public.preview_access()');
    });
  await expect(access(id())).rejects.toMatchObject({ code });
  expect(await access(null)).toEqual([{ user_id: null, is_creator: false }]);
});
