/** A PostgreSQL database with the migrations applied under hosted Supabase's default grants, without the seed. */
import { migrate, openPostgres } from '@slipway/backend';
import { files, newDatabase } from '@slipway/backend/testing';

/** Returns its address, `postgres://…`, as the superuser. */
export async function migratedDatabase(): Promise<string> {
  const url = await newDatabase();
  const database = await openPostgres(url);
  await migrate(database, { migrationsDir: files.migrationsDir, seedFile: undefined });
  await database.close();
  return url;
}
