/**
 * The data of an account: a complete copy, and its deletion, which changes no other user's revenue.
 * One file: all tests share one server for each database.
 */
import { createHash, randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordSecurityEvent } from '@slipway/backend';
import {
  addAgent,
  deploy,
  engines,
  newKey,
  newPlace,
  type TestUser,
  type Served,
  serve,
} from '@slipway/backend/testing';

interface Count {
  table_name: string;
  row_count: number;
}

describe.each(engines)('the data of an account on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let customer: TestUser;
  let agent: string;
  let ownAgent: string;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    customer = await served.user('Carl Customer');
    agent = await addAgent(creator, { name: 'Sold' });
    ownAgent = await addAgent(customer, { name: 'Of the customer' });
    await deploy(customer, { name: 'bot', agent_id: agent });
    await deploy(creator, { name: 'other-bot', agent_id: ownAgent });
    await customer.client.from('agent_installs').insert({ agent_id: agent });
    await customer.client.from('profile_details').insert({ about: 'I sell cars' });
    await customer.client.from('agent_reviews').insert({ agent_id: agent, rating: 5 });
    await served.service.rpc('set_plan', { email: 'user-2@example.com', plan_name: 'Pro' });
    await customer.client.rpc('set_spend_limit', { scope: 'account', subject: customer.id, amount: 20 });
    await served.backend.database.run(`
      insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost)
      select '${customer.id}', '${agent}', 'message', 1, 0.5 from generate_series(1, 1200)`);
  });
  afterAll(() => served.close());

  const one = async <T extends Record<string, unknown>>(sql: string) =>
    (await served.backend.database.rows<T>(sql))[0];
  const sweep = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      expect((await served.service.rpc('sweep_deployments')).error).toBeNull();
    }
  };
  const revenueOf = async (user: TestUser) => {
    const { data, error } = await user.client.rpc('dashboard_totals').single();
    expect(error).toBeNull();
    return (data as { revenue: number }).revenue;
  };

  test('exports every row of the caller, page by page, and none of others (M7)', async () => {
    const { data, error } = await customer.client.rpc('begin_data_export');
    expect(error).toBeNull();
    const counts = Object.fromEntries((data as Count[]).map((row) => [row.table_name, row.row_count]));
    expect(counts).toMatchObject({
      ...{
        account: 1,
        profiles: 1,
        profile_details: 1,
        agents: 1,
        agent_installs: 1,
        agent_reviews: 1,
        deployments: 1,
      },
      ...{ deployment_keys: 1, subscriptions: 1, usage_tracking: 1200, spend_limits: 1 },
    });
    for (const [table_name, count] of Object.entries(counts)) {
      const rows: { cursor: string; row_data: Record<string, unknown> }[] = [];
      for (;;) {
        const page = await customer.client.rpc('export_rows', {
          table_name,
          after: rows.at(-1)?.cursor ?? null,
          max_rows: 500,
        });
        expect(page.error).toBeNull();
        rows.push(...(page.data as typeof rows));
        if ((page.data as unknown[]).length < 500) break;
      }
      expect([table_name, new Set(rows.map(({ cursor }) => cursor)).size]).toEqual([table_name, count]);
      const text = JSON.stringify(rows);
      expect(text).not.toContain('Clara Creator');
      expect(text).not.toMatch(/"(?:hash|ciphertext|encrypted_password)"/);
    }
    expect((await served.visitor.rpc('begin_data_export')).status).toBe(401);
    expect((await served.visitor.rpc('export_rows', { table_name: 'agents' })).status).toBe(401);
    expect((await customer.client.rpc('export_rows', { table_name: 'auth.users' })).status).toBe(404);
  });

  test('a deletion needs a recent sign-in, waits 14 days, and can be canceled (M7)', async () => {
    await served.backend.database.run(
      `update auth.sessions set created_at = created_at - interval '1 hour' where user_id = '${customer.id}'`,
    );
    const rejected = await customer.client.rpc('request_account_deletion');
    expect([rejected.status, rejected.error?.hint]).toEqual([403, 'reauthenticate']);
    await served.backend.database.run(
      `update auth.sessions set created_at = created_at + interval '1 hour' where user_id = '${customer.id}'`,
    );

    const { data: deletesAt } = await customer.client.rpc('request_account_deletion');
    const days = (Date.parse(String(deletesAt)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThanOrEqual(14.01);
    expect((await customer.client.rpc('request_account_deletion')).data).toBe(deletesAt);
    // One mail: its owner may not be the one who asked.
    await served.backend.sendNotices();
    const mails = () =>
      served.backend.mailbox
        .list()
        .filter(
          ({ to, subject }) =>
            to === 'user-2@example.com' && subject.startsWith('Your account will be deleted on'),
        );
    expect(mails()).toHaveLength(1);
    expect((await customer.client.rpc('account_deletion')).data).toEqual([
      { requested_at: expect.any(String) as string, deletes_at: deletesAt },
    ]);
    expect((await creator.client.rpc('account_deletion')).data).toEqual([]);
    expect((await creator.client.rpc('cancel_account_deletion')).data).toBe(false);
    await sweep(2);
    expect((await customer.client.rpc('cancel_account_deletion')).data).toBe(true);
    await customer.client.rpc('request_account_deletion');
    await customer.client.rpc('cancel_account_deletion');
    await served.backend.sendNotices();
    expect(mails()).toHaveLength(1);
    expect((await customer.client.rpc('account_deletion')).data).toEqual([]);
    await sweep(2);
    expect((await customer.client.from('profiles').select('id').eq('id', customer.id)).data).toHaveLength(1);
    expect((await served.visitor.rpc('request_account_deletion')).status).toBe(401);
  });

  test('the deletion of an account is requested, and mailed, up to five times a day', async () => {
    const { client, email } = await served.user();
    for (let i = 1; i <= 5; i += 1) {
      expect((await client.rpc('request_account_deletion')).error).toBeNull();
      await served.backend.sendNotices();
      if (i < 5) expect((await client.rpc('cancel_account_deletion')).data).toBe(true);
    }
    // The pending one does not count again.
    expect((await client.rpc('request_account_deletion')).error).toBeNull();
    await client.rpc('cancel_account_deletion');
    const { status, error } = await client.rpc('request_account_deletion');
    expect([status, error?.message]).toEqual([
      429,
      'Daily limit reached: the deletion of an account can be requested 5 times a day. Try again tomorrow',
    ]);
    expect((await client.rpc('account_deletion')).data).toEqual([]);
    await served.backend.sendNotices();
    const mails = served.backend.mailbox.list().filter(({ to }) => to === email);
    expect(mails.filter(({ subject }) => subject.startsWith('Your account will be deleted'))).toHaveLength(5);
  });

  test('a deleted account leaves no personal data, and the revenue of others unchanged (M7, H3c)', async () => {
    const revenue = await revenueOf(creator);
    expect(revenue).toBe(600);
    expect((await customer.client.rpc('request_account_deletion')).error).toBeNull();
    await served.backend.database.run(
      `update private.jobs set due_at = now(), updated_at = now() - interval '1 day' where kind = 'delete_account'`,
    );
    await sweep(1);
    // The first batch signs the account out.
    expect(
      await one(`select count(*)::integer as n from auth.sessions where user_id = '${customer.id}'`),
    ).toEqual({
      n: 0,
    });
    await sweep(30);
    expect(
      await one(`select error, finished_at is not null as finished from private.jobs
      where kind = 'delete_account'`),
    ).toEqual({ error: null, finished: true });

    // Counted events are written up to a second after their request: here, after the deletion.
    for (const type of ['request_refused', 'sign_in']) {
      await recordSecurityEvent(served.backend.database, {
        ...{ type, accountId: customer.id, address: '203.0.113.77', details: { late: type } },
      });
    }
    expect(
      await served.backend.database.rows(
        "select account_id, address from private.security_events where details ? 'late'",
      ),
    ).toEqual([
      { account_id: null, address: null },
      { account_id: null, address: null },
    ]);

    expect(await revenueOf(creator)).toBe(revenue);
    const figures = await creator.client.rpc('agent_figures', { agent, days: 7 });
    const byDay = figures.data as { revenue: number }[];
    expect(byDay.reduce((sum, day) => sum + day.revenue, 0)).toBe(revenue);
    expect(
      await one(`select
        (select count(*)::integer from public.usage_tracking where agent_id = '${agent}' and user_id is null) as usage,
        (select count(*)::integer from public.subscriptions where user_id is null and status = 'canceled') as plans`),
    ).toEqual({ usage: 1200, plans: 1 });
    const columns = await served.backend.database.rows<{ table: string; column: string }>(`
      select c.table_schema || '.' || c.table_name as table, c.column_name as column
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'private', 'auth')
        and c.data_type = 'uuid' and c.table_name not in ('jobs', 'daily_counts')`);
    for (const { table, column } of columns) {
      const found = await one<{ n: number }>(
        `select count(*)::integer as n from ${table} where "${column}" = '${customer.id}'`,
      );
      expect([table, column, found?.n]).toEqual([table, column, 0]);
    }
    // Deployments of others that ran its agents end with them.
    expect((await creator.client.from('deployments').select('name')).data).toEqual([]);
  });

  test('an account that an operator deletes at once changes no revenue either (H3c)', async () => {
    const other = await served.user();
    await served.backend.database.run(`
      insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost)
      values ('${other.id}', '${agent}', 'message', 1, 7)`);
    const revenue = await revenueOf(creator);
    await served.backend.database.run(`delete from auth.users where id = '${other.id}'`);
    expect(await revenueOf(creator)).toBe(revenue);
  });

  test('every table with rows of accounts is in the export, or is left out for a reason (M7)', async () => {
    const copies = 'made from rows that are exported';
    const reasons: Readonly<Record<string, string>> = {
      agent_listings: copies,
      ...{ deployment_meters: copies, payer_days: copies },
      ledger_accounts: copies,
      ...{ ledger_hours: copies, period_messages: copies, usage_days: copies, usage_hours: copies },
      ...{
        call_leases: 'kept for minutes',
        jobs: 'kept for minutes',
        deleted_reviews: 'kept for minutes',
        mails: 'kept until it is sent',
      },
      creator_users: 'rows about other users',
      ...{ recovery_codes: 'a secret', recovery_code_tries: 'about a secret' },
    };
    const tables = await served.backend.database.rows<{ name: string }>(`
      select distinct table_name as name from information_schema.columns join pg_tables on tablename = table_name
      where schemaname = table_schema and table_schema in ('public', 'private')
        and column_name in ('user_id', 'account_id', 'creator_id', 'person', 'payer')`);
    const sources = (
      await one<{ text: string }>("select string_agg(query, ' ') as text from private.export_queries")
    )?.text;
    const missing = tables
      .map(({ name }) => name)
      .filter((name) => !new RegExp(`\\.${name} \\w`).test(sources ?? '') && !reasons[name]);
    expect(missing.sort()).toEqual([]);
  });

  test('the export has no column that its owner may not select, such as the model behind an agent and its cost', async () => {
    const queries = await served.backend.database.rows<{ query: string }>(
      'select query from private.export_queries',
    );
    const exported = queries.flatMap(({ query }) => {
      const [, removed = '', table] =
        /to_jsonb\(t\)((?: - '\w+')*) as row_data\s+from public\.(\w+) t/.exec(query) ?? [];
      return table ? [{ table, removed: removed.match(/\w+/g) ?? [] }] : [];
    });
    expect(exported.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['agents', 'deployments', 'deployment_calls', 'usage_tracking']),
    );
    for (const { table, removed } of exported) {
      // No client reads it: the owner's events are in list_security_events.
      if (table === 'security_audit_log') continue;
      const hidden = await served.backend.database.rows(
        `select column_name::text from information_schema.columns
         where table_schema = 'public' and table_name = $1 and column_name <> all (string_to_array($2, ' '))
           and not has_column_privilege('authenticated', format('public.%I', table_name), column_name, 'select')`,
        // The owner may know these. The app has no use for them.
        [table, [...removed, 'key_id', 'idempotency_key', 'expires_at'].join(' ')],
      );
      expect([table, hidden]).toEqual([table, []]);
    }
  });

  test('the export is limited to ten a day (M7)', async () => {
    let last = await creator.client.rpc('begin_data_export');
    for (let count = 0; count < 10; count += 1) last = await creator.client.rpc('begin_data_export');
    expect(last.status).toBe(429);
  });
});

test('an account whose deployment is called all the time is deleted', async () => {
  const served = await serve('PostgreSQL');
  const { database } = served.backend;
  try {
    const creator = await served.creator();
    const agent = await addAgent(creator, { pricing_model: 'per_message', price_per_message: 1 });
    const { id, client } = await served.user();
    const key = newKey();
    const { data } = await deploy({ id, client }, { name: 'bot', agent_id: agent, api_key: key });
    const key_hash = createHash('sha256').update(key).digest('hex');
    const call = async () => {
      const granted = await served.service.rpc('call_grant', { key_hash, default_rate: 60 });
      if (granted.data === null) return false;
      const { error } = await served.service.rpc('record_calls', {
        calls: [{ id: randomUUID(), deployment_id: data.id, status: 200, latency_ms: 1, is_charged: true }],
        returned: [],
      });
      expect(error).toBeNull();
      return true;
    };
    expect(await call()).toBe(true);
    expect((await client.rpc('request_account_deletion')).error).toBeNull();
    expect(await call()).toBe(true);
    await database.run("update private.jobs set due_at = now(), updated_at = now() - interval '1 day'");
    for (let count = 0; count < 20; count += 1) {
      await served.service.rpc('sweep_deployments');
      await call();
    }
    const jobs = await database.rows(
      "select error, finished_at is not null as finished from private.jobs where kind = 'delete_account'",
    );
    expect(jobs).toEqual([{ error: null, finished: true }]);
    // The two calls before are charged.
    const [revenue] = await database.rows(
      `select sum(amount)::integer as total from private.ledger_transactions where deployment_id = '${data.id}'`,
    );
    expect(revenue).toEqual({ total: 2 });
  } finally {
    await served.close();
  }
});

test('a user whose suspension is lifted while the account is being deleted cannot sign in again', async () => {
  const served = await serve('PostgreSQL');
  const { database } = served.backend;
  try {
    const { id, client } = await served.user();
    const other = await served.user();
    expect((await client.rpc('request_account_deletion')).error).toBeNull();
    const moderate = async (name: 'suspend' | 'lift_suspension', subject: string) => {
      const text = { reason: 'spam', ...(name === 'suspend' && { appeal: 'help@app.example' }) };
      expect((await served.service.rpc(name, { kind: 'person', subject, ...text })).error).toBeNull();
    };
    const banned = async () =>
      (await database.rows(`select u.id = '${id}' as deleting from auth.users u
        where u.banned_until > now() and u.id in ('${id}', '${other.id}')`)) as unknown;
    for (const subject of [id, other.id]) await moderate('suspend', subject);
    // It is not due, so the user may still cancel it.
    await moderate('lift_suspension', id);
    expect(await banned()).toEqual([{ deleting: false }]);
    await moderate('suspend', id);
    await database.run(`update private.jobs set due_at = now(), updated_at = now() - interval '1 day';
      select private.run_jobs()`);
    for (const subject of [id, other.id]) await moderate('lift_suspension', subject);
    expect(await banned()).toEqual([{ deleting: true }]);
  } finally {
    await served.close();
  }
});

test('accounts that wait for their deletion do not hold up other jobs', async () => {
  const served = await serve('PostgreSQL');
  const { database } = served.backend;
  try {
    await database.run(`
      insert into private.jobs (kind, account_id, subject, total, due_at, updated_at)
      select 'delete_account', i.id, i.id, 0, now() + interval '7 days', now() - interval '2 minutes'
      from (select gen_random_uuid() as id from generate_series(1, 50)) i;
      insert into private.jobs (kind, account_id, subject, total, updated_at)
      select 'refresh_listings', i.id, i.id, 0, now() - interval '1 minute' from (select gen_random_uuid() as id) i`);
    expect((await served.service.rpc('sweep_deployments', { job: 'jobs' })).error).toBeNull();
    const jobs = await database.rows(
      "select finished_at is not null as finished from private.jobs where kind = 'refresh_listings'",
    );
    expect(jobs).toEqual([{ finished: true }]);
  } finally {
    await served.close();
  }
});

test('an event that is being recorded during the deletion is deleted with the account (M7)', async () => {
  const place = await newPlace('PostgreSQL');
  const served = await serve('PostgreSQL', place);
  const sql = postgres(place.databaseUrl ?? '', { max: 2 });
  try {
    const { id, client } = await served.user();
    expect((await client.rpc('request_account_deletion')).error).toBeNull();
    await sql`update private.jobs set due_at = now(), updated_at = now() - interval '1 day'`;
    const sweepUntilDone = async () => {
      for (let count = 0; count < 10; count += 1) await served.service.rpc('sweep_deployments');
    };
    let sweeping = Promise.resolve();
    await sql.begin(async (transaction) => {
      await transaction`select private.record_security_event('sign_in', ${id}::uuid, '{}', '203.0.113.77')`;
      sweeping = sweepUntilDone();
      await vi.waitFor(async () => {
        const [waiting] = await sql`
          select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        expect(waiting?.['n']).toBe(1);
      });
    });
    await sweeping;
    const jobs = await sql`select error from private.jobs where finished_at is not null`;
    expect([...jobs]).toEqual([{ error: null }]);
    const left = await sql`
      select event_type from private.security_events where account_id = ${id} or address = '203.0.113.77'`;
    expect([...left]).toEqual([]);
  } finally {
    await sql.end();
    await served.close();
  }
});
