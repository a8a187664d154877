/** Where the database's own files are. */
import { join } from 'node:path';

const supabase = join(import.meta.dirname, '../../../../supabase');

export const files = { migrationsDir: join(supabase, 'migrations'), seedFile: join(supabase, 'seed.sql') };
