/** Sequences: ids that no client can move. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('sequences on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  test('no client may use setval(), also on a sequence of a later migration (LOW: setval)', async () => {
    const { database } = served.backend;
    await database.run('create sequence public.later_ids');
    const sequences = await database.rows<{ name: string; may: boolean }>(
      `select s.oid::regclass::text as name,
         bool_or(has_sequence_privilege(r.role, s.oid, 'update, usage, select')) as may
       from pg_class s cross join (values ('anon'), ('authenticated')) as r (role)
       where s.relkind = 'S' and s.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       group by 1 order by 1`,
    );
    expect(sequences.length).toBeGreaterThanOrEqual(3);
    expect(sequences.filter(({ may }) => may)).toEqual([]);
    const [first] = sequences;
    await expect(
      database.transaction(async (executor) => {
        await executor.run('set local role anon');
        await executor.rows(`select setval('${first?.name ?? ''}', 1)`);
      }),
    ).rejects.toThrow(/permission denied/);
  });
});
