/** Inserts, updates, upserts and deletions. */
import { type Call, rest } from './fixture';

const newAgent = (name: string, row: object = {}) => ({ name, category: 'productivity', ...row });

export const writes: Call[] = [
  {
    name: 'insert without a result',
    run: ({ alice }) => rest(alice.client.from('agents').insert(newAgent('Insert 1'))),
    expected: { status: 201, data: null },
  },
  {
    name: 'insert, returning the row',
    run: ({ alice }) =>
      rest(alice.client.from('agents').insert(newAgent('Insert 2')).select('name, status').single()),
    expected: { status: 201, data: { name: 'Insert 2', status: 'draft' } },
  },
  {
    name: 'insert of several rows',
    run: ({ alice }) =>
      rest(
        alice.client
          .from('agents')
          .insert([newAgent('Bulk 1'), newAgent('Bulk 2')])
          .select('name'),
      ),
    expected: { status: 201, data: [{ name: 'Bulk 1' }, { name: 'Bulk 2' }] },
  },
  {
    name: 'insert of several rows with missing columns as defaults',
    run: ({ alice }) =>
      rest(
        alice.client
          .from('agents')
          .insert([newAgent('Default 1', { status: 'active' }), newAgent('Default 2')], {
            defaultToNull: false,
          })
          .select('name, status'),
      ),
    expected: { status: 201, data: [{ status: 'active' }, { status: 'draft' }] },
    differs: 'A missing column is null, as without the preference.',
  },
  {
    name: 'insert with a count',
    run: ({ alice }) => rest(alice.client.from('agents').insert(newAgent('Counted'), { count: 'exact' })),
    expected: { status: 201, count: 1 },
  },
  {
    name: 'update without a result',
    run: ({ alice, ids }) =>
      rest(alice.client.from('agents').update({ description: 'New' }).eq('id', ids.Beta)),
    expected: { status: 204, data: null },
  },
  {
    name: 'update, returning the row',
    run: ({ alice, ids }) =>
      rest(
        alice.client.from('agents').update({ description: 'Newer' }).eq('id', ids.Beta).select('description'),
      ),
    expected: { status: 200, data: [{ description: 'Newer' }] },
  },
  {
    name: 'update with a count',
    run: ({ alice, ids }) =>
      rest(
        alice.client.from('agents').update({ description: 'Newest' }, { count: 'exact' }).eq('id', ids.Beta),
      ),
    expected: { status: 204, count: 1 },
  },
  {
    name: "update of another user's row",
    run: ({ bob, ids }) =>
      rest(bob.client.from('agents').update({ description: 'Taken' }).eq('id', ids.Beta).select('id')),
    expected: { status: 200, data: [] },
  },
  {
    name: 'upsert of a new row',
    run: ({ bob, ids }) =>
      rest(
        bob.client
          .from('agent_installs')
          .upsert(
            { agent_id: ids.Alpha, user_id: bob.id },
            { onConflict: 'user_id,agent_id', ignoreDuplicates: true },
          )
          .select('agent_id'),
      ).then((result) => ({ ...result, rows: (result.data as unknown[]).length })),
    expected: { status: 201, rows: 1 },
  },
  {
    name: 'upsert that ignores a duplicate',
    run: async ({ bob, ids }) => {
      const row = { agent_id: ids.Gamma, user_id: bob.id };
      await bob.client.from('agent_installs').insert(row);
      return rest(
        bob.client
          .from('agent_installs')
          .upsert(row, { onConflict: 'user_id,agent_id', ignoreDuplicates: true })
          .select('agent_id'),
      );
    },
    expected: { data: [] },
  },
  {
    name: 'upsert that merges a duplicate',
    run: ({ service, alice, ids }) =>
      rest(
        service
          .from('agents')
          .upsert(
            { id: ids.Alpha, creator_id: alice.id, name: 'Alpha', category: 'sales' },
            { onConflict: 'id' },
          )
          .select('category')
          .single(),
      ),
    expected: { status: 200, data: { category: 'sales' } },
  },
  {
    name: 'delete, returning the row',
    run: async ({ alice }) => {
      await alice.client.from('agents').insert(newAgent('Deleted 1'));
      return rest(
        alice.client
          .from('agents')
          .delete()
          .eq('name', 'Deleted 1')
          .eq('creator_id', alice.id)
          .select('name'),
      );
    },
    expected: { status: 200, data: [{ name: 'Deleted 1' }] },
  },
  {
    name: 'delete with a count',
    run: async ({ alice }) => {
      await alice.client.from('agents').insert(newAgent('Deleted 2'));
      return rest(
        alice.client
          .from('agents')
          .delete({ count: 'exact' })
          .eq('name', 'Deleted 2')
          .eq('creator_id', alice.id),
      );
    },
    expected: { status: 204, count: 1 },
  },
  {
    name: 'rollback, which hosted projects ignore',
    run: async ({ alice }) => {
      await alice.client.from('agents').insert(newAgent('Rolled back')).rollback();
      return rest(
        alice.client.from('agents').select('name').eq('name', 'Rolled back').eq('creator_id', alice.id),
      );
    },
    expected: { data: [{ name: 'Rolled back' }] },
  },
];
