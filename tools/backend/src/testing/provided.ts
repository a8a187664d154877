/** The values that `databases.ts` provides to tests, for `inject`. */
import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A home folder with migrated and seeded `data`. Copy it; do not open it. */
    preparedHome: string;
    /** A folder that is removed after the tests of a project. */
    testsFolder: string;
    /** The URL of a PostgreSQL server, without a database: `postgres://…:5432`. */
    postgresServer: string;
  }
}
