/** What `databases.ts` provides to every test, by `inject`. */
import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A home folder whose `data` is migrated and seeded; copy it, never open it. */
    preparedHome: string;
    /** The address of a PostgreSQL server, without a database's name: `postgres://…:5432`. */
    postgresServer: string;
  }
}
