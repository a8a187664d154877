/** The paths of the migrations and the seed. */
import { join } from 'node:path';

const supabase = join(import.meta.dirname, '../../../../supabase');

export const files = { migrationsDir: join(supabase, 'migrations'), seedFile: join(supabase, 'seed.sql') };
