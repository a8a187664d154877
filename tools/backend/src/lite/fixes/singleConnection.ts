/**
 * Symptom: the Kysely dialect of `@supabase/lite` hands PGlite's only connection to concurrent requests, which then share
 * a transaction: one runs with the role of the other.
 * Hosted Supabase: each request has a connection of a pool.
 * Test: `singleConnection.test.ts`.
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
import { refusePatterns } from '../../limits/patternOperators';
import { currentRequest, throwIfDisconnected } from '../currentRequest';
import { parameterOf } from './pgValues';

type Owner = object;

/** A queue; reentrant for its current owner, so that a request does not wait for itself. */
class Lock {
  #owner: Owner | undefined;
  #depth = 0;
  readonly #waiting: { owner: Owner; proceed: () => void }[] = [];

  async take(owner: Owner): Promise<void> {
    if (this.#owner !== undefined && this.#owner !== owner) {
      await new Promise<void>((proceed) => this.#waiting.push({ owner, proceed }));
    }
    this.#owner = owner;
    this.#depth += 1;
  }

  release(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    const next = this.#waiting.shift();
    this.#owner = next?.owner;
    next?.proceed();
  }
}

const connectionOf = (pglite: PGlite): DatabaseConnection => ({
  async executeQuery<Row>(query: CompiledQuery) {
    throwIfDisconnected(currentRequest()?.signal);
    refusePatterns(query.sql);
    const { rows, affectedRows } = await pglite.query<Row>(query.sql, query.parameters.map(parameterOf));
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
    // PGlite is already open.
  }
  async destroy() {
    // `openPglite` closes it.
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
