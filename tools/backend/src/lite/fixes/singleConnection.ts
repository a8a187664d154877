/**
 * Kysely over PGlite's only connection, one request at a time. The dialect that `@supabase/lite` brings gives every
 * caller the same connection at once: two requests then share a transaction, and one runs with the other's role.
 */
import type { PGlite } from '@electric-sql/pglite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { currentRequest, refuseGone } from '../request';

type Owner = object;

/** Waits in line; an owner that holds the lock already gets it again, so that nothing waits for itself. */
class Lock {
  #owner: Owner | undefined;
  #depth = 0;
  readonly #waiting: { owner: Owner; go: () => void }[] = [];

  async take(owner: Owner): Promise<void> {
    if (this.#owner !== undefined && this.#owner !== owner) {
      await new Promise<void>((go) => this.#waiting.push({ owner, go }));
    }
    this.#owner = owner;
    this.#depth += 1;
  }

  release(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    const next = this.#waiting.shift();
    this.#owner = next?.owner;
    next?.go();
  }
}

const connectionOf = (pglite: PGlite): DatabaseConnection => ({
  async executeQuery<Row>(query: CompiledQuery) {
    refuseGone(currentRequest()?.gone);
    const { rows, affectedRows } = await pglite.query<Row>(query.sql, [...query.parameters]);
    return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) };
  },
  streamQuery() {
    throw new Error('PGlite does not stream');
  },
});

class SingleConnectionDriver implements Driver {
  readonly #lock = new Lock();
  readonly #connection: DatabaseConnection;
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    this.#connection = connectionOf(pglite);
    this.#pglite = pglite;
  }

  async acquireConnection() {
    await this.#lock.take(currentRequest() ?? {});
    return this.#connection;
  }
  async releaseConnection() {
    this.#lock.release();
  }
  async beginTransaction() {
    await this.#pglite.exec('begin');
  }
  async commitTransaction() {
    await this.#pglite.exec('commit');
  }
  async rollbackTransaction() {
    await this.#pglite.exec('rollback');
  }
  async init() {
    // PGlite is open already.
  }
  async destroy() {
    // Whoever opened PGlite closes it.
  }
}

export const singleConnectionKysely = (pglite: PGlite) =>
  new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SingleConnectionDriver(pglite),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
