/** One cell of the matrix: an attempt over HTTP and its outcome in the database. */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { SqlExecutor } from '@slipway/backend';
import type { Outcome, Table, Verb } from './expectations';
import { cleanSlate, type Fixture } from './fixtures';

/** The ids behind `{owner}`, `{another}` and `{creator}`. */
export type Ids = Readonly<Record<'owner' | 'another' | 'creator', string>>;

const withIds = (text: string, ids: Ids): string =>
  text.replace(/\{(owner|another|creator)\}/g, (_, name: keyof Ids) => ids[name]);

/** A fixture with the ids of these users. */
export const fixtureFor = (fixture: Fixture, ids: Ids): Fixture =>
  JSON.parse(withIds(JSON.stringify(fixture), ids)) as Fixture;

interface Attempt {
  executor: SqlExecutor;
  client: SupabaseClient;
  ids: Ids;
  table: Table;
  verb: Verb;
  /** With the ids of these users. */
  fixture: Fixture;
}

/** The row and the number of rows: everything that an attempt may change. */
async function stateOf({ executor, table, fixture: { key } }: Attempt): Promise<string> {
  const [state] = await executor.rows(
    `select count(*)::integer as rows, min(t::text) filter (where t.${key[0]}::text = $1::text) as row
     from public.${table} t`,
    [key[1]],
  );
  return JSON.stringify(state);
}

function send({ client, table, verb, fixture }: Attempt) {
  const [column, value] = fixture.key;
  const from = client.from(table);
  switch (verb) {
    case 'select':
      return from.select(fixture.columns ?? '*').eq(column, value);
    case 'insert':
      return from.insert(fixture.insert);
    case 'update':
      return from.update(fixture.update).eq(column, value);
    case 'delete':
      return from.delete().eq(column, value);
  }
}

/** Creates the row, makes the attempt and compares. @throws when a rejected attempt changed something */
export async function outcomeOf(attempt: Attempt): Promise<Outcome> {
  const { executor, verb, ids, table, fixture } = attempt;
  await executor.run(withIds(cleanSlate, ids));
  if (fixture.given) await executor.run(fixture.given);
  if (verb !== 'insert') await executor.run(fixture.make);

  const before = await stateOf(attempt);
  const { data, error, status } = await send(attempt);
  const isChanged = (await stateOf(attempt)) !== before;
  if (error && isChanged)
    throw new Error(`${verb} on ${table} returned ${String(status)} but changed the row`);
  if (error) return `${status} ${error.code}`;
  const isSeen = Array.isArray(data) && data.length > 0;
  return isSeen || isChanged ? 'row' : 'none';
}
