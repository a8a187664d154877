/**
 * The message quota equals the sum of the usage rows under inserts, updates, deletes and concurrency.
 * `TEST_TIER=nightly` runs more concurrent rounds.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

const rounds = process.env['TEST_TIER'] === 'nightly' ? 20 : 2;

describe.each(engines)('messages of a period on %s', (engine) => {
  let served: Served;

  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  const run = (statement: string) => served.backend.database.run(statement);
  const used = async ({ client }: TestUser) => {
    const { data } = await client.rpc('message_quota').single();
    return (data as { used: number }).used;
  };
  /** The running total; undefined when it is invalid. */
  const stored = async ({ id }: TestUser) => {
    const [row] = await served.backend.database.rows<{ messages: string }>(
      `select messages::int as messages from private.period_messages k
       join private.billing_period('${id}') p on k.period_start = p.starts and k.period_end = p.ends
       where k.user_id = '${id}'`,
    );
    return row?.messages;
  };
  /** The sum of the usage rows. */
  const counted = async ({ id }: TestUser) => {
    const [row] = await served.backend.database.rows<{ messages: number }>(
      `select coalesce(sum(u.quantity), 0)::int as messages from public.usage_tracking u
       join private.billing_period('${id}') p on u.created_at >= p.starts and u.created_at < p.ends
       where u.user_id = '${id}' and u.usage_type = 'message'`,
    );
    return row?.messages ?? 0;
  };
  const add = ({ id }: TestUser, quantity: number, more = '') =>
    run(
      `insert into public.usage_tracking (user_id, usage_type, quantity) values ('${id}', 'message', ${String(quantity)})${more}`,
    );

  test('an insert of many rows adds the messages of the current period to the total of each user', async () => {
    const [first, second] = [await served.user(), await served.user()];
    expect([await used(first), await stored(first)]).toEqual([0, undefined]);
    const many = `
      insert into public.usage_tracking (user_id, usage_type, quantity, created_at)
      select case when n % 3 = 0 then '${first.id}'::uuid else '${second.id}' end,
        case when n > 30 then 'api_call' else 'message' end, 2,
        case when n between 28 and 30 then now() - interval '2 months' else now() end
      from generate_series(1, 40) as n`;
    await run(many);
    expect([await used(first), await used(second)]).toEqual([18, 36]);
    await run(many);
    expect([await stored(first), await stored(second)]).toEqual([36, 72]);
    expect([await used(first), await used(second)]).toEqual([36, 72]);
  });

  test('a new plan starts a new period; ending it restores the calendar month', async () => {
    const user = await served.user();
    const email = String((await user.client.auth.getUser()).data.user?.email);
    const plan = (plan_name: string) => served.service.rpc('set_plan', { email, plan_name });
    await add(user, 5);
    await plan('Pro');
    expect([await used(user), await stored(user)]).toEqual([0, undefined]);
    await add(user, 3);
    await add(user, 1);
    expect([await used(user), await stored(user)]).toEqual([4, 4]);
    await plan('Starter');
    expect([await used(user), await stored(user)]).toEqual([9, undefined]);
    await add(user, 1);
    expect([await used(user), await stored(user)]).toEqual([10, 10]);
  });

  test('updated, moved, deleted and truncated rows are counted again', async () => {
    const [user, other] = [await served.user(), await served.user()];
    const mine = `where user_id = '${user.id}'`;
    await add(user, 10);
    await add(user, 20);
    expect(await stored(user)).toBe(30);
    await run(`update public.usage_tracking set quantity = 15 ${mine} and quantity = 10`);
    expect([await stored(user), await used(user)]).toEqual([undefined, 35]);
    await add(user, 1);
    expect([await stored(user), await used(user)]).toEqual([36, 36]);
    await run(`update public.usage_tracking set user_id = '${other.id}' ${mine} and quantity = 20`);
    expect([await used(user), await used(other)]).toEqual([16, 20]);
    await add(other, 1);
    await run(`delete from public.usage_tracking ${mine} and quantity = 15`);
    expect([await used(user), await used(other), await stored(other)]).toEqual([1, 21, 21]);
    await add(user, 4);
    expect(await stored(user)).toBe(5);
    // A rolled back truncation changes nothing.
    await expect(
      run(`begin; truncate public.usage_tracking; select 1 / 0; commit`).finally(() => run('rollback')),
    ).rejects.toThrow();
    expect([await used(user), await stored(user)]).toEqual([5, 5]);
    await run(`delete from auth.users where id = '${other.id}'`);
    const left = await served.backend.database.rows(
      `select 1 from private.period_messages where user_id = '${other.id}'`,
    );
    expect(left).toEqual([]);
  });

  // PGlite has one connection, so nothing runs concurrently.
  test.runIf(engine === 'PostgreSQL')(
    '20 connections that record usage, delete rows and change plans leave an exact total',
    async () => {
      const [{ name } = { name: '' }] = await served.backend.database.rows<{ name: string }>(
        'select current_database() as name',
      );
      const pool = postgres(`${inject('postgresServer')}/${name}`, { max: 20 });
      const creator = await served.user();
      const agent = await addAgent(creator);
      try {
        for (let round = 0; round < rounds; round += 1) {
          const user = await served.user();
          const email = String((await user.client.auth.getUser()).data.user?.email);
          const { data } = await deploy(user, { name: `bot-${String(round)}`, agent_id: agent });
          const deployment = String(data.id);
          await Promise.all(
            Array.from({ length: 30 }, async (_, index) => {
              const key = `${String(round)} ${String(index)} ${randomUUID()}`;
              await pool`select public.record_usage(${key}, ${deployment})`;
              if (index % 10 === 7)
                await pool`delete from public.usage_tracking where idempotency_key = ${key}`;
              if (index === 10) await pool`select public.set_plan(${email}, 'Enterprise')`;
              if (index === 20) await pool`select public.set_plan(${email}, 'Starter')`;
            }),
          );
          // The last plan change started the current period.
          const messages = await counted(user);
          expect(await used(user)).toBe(messages);
          await add(user, 1);
          expect([await used(user), await stored(user)]).toEqual([messages + 1, messages + 1]);
        }
      } finally {
        await pool.end();
      }
    },
  );
});
