/** The extensions that migrations use. PostgreSQL and hosted Supabase include them; PGlite loads them. */
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';

export const pgliteExtensions = { pg_trgm, pgcrypto };
