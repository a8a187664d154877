/**
 * Which tables and functions there are is read once, before serving: nothing changes them afterwards. `@supabase/lite`
 * would read it with the first request, and take a read that failed for a database without a table, from then on.
 */
import { AppError } from '@slipway/contracts';
import type { Database } from '../../database/database';

/** @throws `unavailable` when it cannot be read */
export async function knowSchema({ connection }: Database): Promise<void> {
  const schema = await connection.introspect();
  if (schema.tables.length === 0)
    throw new AppError('unavailable', 'The tables of the database cannot be read');
  connection.introspect = () => Promise.resolve(schema);
}
