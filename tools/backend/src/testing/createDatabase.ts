/** New databases on the PostgreSQL of the tests. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** The name of the migrated and seeded database that tests copy. */
export const PREPARED_DATABASE = 'prepared';

/**
 * Hashes the server's password with one iteration. With the default, 4,096, the client's part is most of the time of each of
 * some thousand connections. PostgreSQL 15 has no other number.
 */
export async function storeFastPassword(server: string): Promise<void> {
  const sql = postgres(`${server}/postgres`, { max: 1 });
  const [version] = await sql<{ major: number }[]>`
    select current_setting('server_version_num')::int / 10000 as major`;
  if (version && version.major >= 16) {
    await sql.unsafe("set scram_iterations = 1; alter role postgres password 'postgres'");
  }
  await sql.end();
}

/** Gathers statistics, also of the catalog, which a backend reads when it starts. Copies have them too. */
export async function vacuum(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql.unsafe('vacuum analyze');
  await sql.end();
}

/** Creates a database, empty or as a copy of `template`, which must have no open connections. Returns its URL. */
export async function createDatabase(
  server: string,
  { name = `test_${randomBytes(8).toString('hex')}`, template }: { name?: string; template?: string } = {},
): Promise<string> {
  const sql = postgres(`${server}/postgres`, { max: 1 });
  // Whole files: a copy by way of the log takes half as long again.
  await sql.unsafe(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  await sql.end();
  return `${server}/${name}`;
}
