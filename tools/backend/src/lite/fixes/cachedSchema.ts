/**
 * Symptom: `@supabase/lite` reads the list of tables with the first request. If that read fails, it serves a database
 * without tables until it restarts.
 * Hosted Supabase: PostgREST loads its schema cache before it accepts requests.
 * Test: `fixes.test.ts`, "cachedSchema".
 */
import { AppError } from '@slipway/contracts';
import type { Database } from '../../database/database';

/** Reads the schema once; it does not change while the server runs. @throws `unavailable` when it is empty */
export async function cacheSchema({ connection }: Pick<Database, 'connection'>): Promise<void> {
  const schema = await connection.introspect();
  if (schema.tables.length === 0) {
    throw new AppError('unavailable', 'The tables of the database could not be read');
  }
  connection.introspect = () => Promise.resolve(schema);
}
