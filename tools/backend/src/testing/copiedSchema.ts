/**
 * The schema of the prepared PostgreSQL database, read once in each process for all of its copies: the library's queries
 * would be half of the time in which a backend starts.
 */
import { createPostgresConnection } from '@supabase/lite/postgres';

type Connection = ReturnType<typeof createPostgresConnection>;
type Schema = Awaited<ReturnType<Connection['introspect']>>;

interface Copies {
  urls: Set<string>;
  schema?: Promise<Schema>;
}

/** Files share a process, and some load this module again. */
const shared = globalThis as { copiesOfPrepared?: Copies };

function startRemembering(): Copies {
  const copies: Copies = { urls: new Set() };
  const prototype = Object.getPrototypeOf(createPostgresConnection({ url: 'postgres://none' })) as Connection;
  const { introspect } = prototype;
  prototype.introspect = async function remembered(options) {
    const { url = '' } = this.config;
    if (!copies.urls.has(url)) return introspect.call(this, options);
    copies.schema ??= introspect.call(this, options);
    const schema = { ...(await copies.schema), database_name: new URL(url).pathname.slice(1) };
    this['introspection'] = schema;
    return schema;
  };
  return copies;
}

/** The backend of a new copy, which nothing has changed, gets the schema that was read before. */
export function addUnchangedCopy(databaseUrl: string): void {
  shared.copiesOfPrepared ??= startRemembering();
  shared.copiesOfPrepared.urls.add(databaseUrl);
}
