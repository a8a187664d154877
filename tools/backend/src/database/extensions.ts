/** The extensions that migrations may ask for. PostgreSQL and hosted Supabase have them; PGlite is given them here. */
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';

export const pgliteExtensions = { pg_trgm, pgcrypto };
