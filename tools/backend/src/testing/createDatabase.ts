/** New databases on the PostgreSQL of the tests. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** The name of the migrated and seeded database that tests copy. */
export const PREPARED_DATABASE = 'prepared';

/** Creates a database, empty or as a copy of `template`, which must have no open connections. Returns its URL. */
export async function createDatabase(
  server: string,
  { name = `test_${randomBytes(8).toString('hex')}`, template }: { name?: string; template?: string } = {},
): Promise<string> {
  const sql = postgres(`${server}/postgres`, { max: 1 });
  await sql.unsafe(`create database ${name}${template ? ` template ${template}` : ''}`);
  await sql.end();
  return `${server}/${name}`;
}
