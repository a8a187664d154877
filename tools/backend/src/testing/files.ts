/** The paths of the migrations, the seed and the demo data. */
import { join } from 'node:path';

const supabase = join(import.meta.dirname, '../../../../supabase');

export const files = {
  migrationsDir: join(supabase, 'migrations'),
  seedFile: join(supabase, 'seed.sql'),
  demoFile: join(supabase, 'demo.sql'),
};
