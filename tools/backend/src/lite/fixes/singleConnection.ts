/**
 * Symptom: the Kysely dialect of `@supabase/lite` hands PGlite's only connection to concurrent requests, which then share
 * a transaction: one runs with the role of the other.
 * Hosted Supabase: each request has a connection of a pool.
 * Test: `singleConnection.test.ts`.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Row, SqlExecutor, SqlParameter } from '../../database/sqlExecutor';
import { ConnectionQueue, type Owner } from '../../database/embedded/connectionQueue';
import type { EmbeddedPostgres, Session } from '../../database/embedded/embeddedPostgres';
import type { Result } from '../../database/embedded/messages';
import { rejectLargeStatements } from '../../limits/statementSize';
import { rejectPatterns } from '../../limits/patternOperators';
import { currentRequest, throwIfDisconnected } from '../currentRequest';
import { parameterOf } from './pgValues';

/** Milliseconds that a statement may exceed the timeout of its role, and the timeout before the role is known. */
const MARGIN = 1_000;
const DEFAULT_TIMEOUT = 8_000;
/** Milliseconds of a statement that counts as slow while requests of other networks wait. */
const SLOW = 1_500;

/** The limit of a request's statement; the server's own statements, such as migrations, have none. */
function limitOf(): number | undefined {
  const request = currentRequest();
  return request && (request.statementTimeout || DEFAULT_TIMEOUT) + MARGIN;
}

type Run = (sql: string, parameters?: unknown[]) => Promise<Result>;

class SingleConnectionDriver implements Driver {
  readonly queue = new ConnectionQueue();
  readonly #embedded: EmbeddedPostgres;
  /** The session of the connection's current owner. */
  #session: Session = {};
  readonly #connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => {
      const request = currentRequest();
      throwIfDisconnected(request?.signal);
      rejectPatterns(sql);
      rejectLargeStatements(sql);
      const began = performance.now();
      const { rows, affectedRows } = await this.run(sql, parameters.map(parameterOf));
      if (request && performance.now() - began > SLOW && this.queue.hasOthers()) request.isSlow = true;
      return {
        rows: rows as Row[],
        ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
      };
    },
    streamQuery() {
      throw new Error('PGlite does not stream');
    },
  };

  constructor(embedded: EmbeddedPostgres) {
    this.#embedded = embedded;
  }

  readonly run: Run = (sql, parameters) => this.#embedded.run(this.#session, sql, parameters, limitOf());

  async acquire(owner: Owner): Promise<void> {
    if (await this.queue.take(owner, currentRequest() === undefined)) this.#session = {};
  }

  async acquireConnection() {
    try {
      await this.acquire(currentRequest() ?? {});
    } catch (error) {
      const request = currentRequest();
      if (request) request.databaseError = error; // the library does not report it in every case
      throw error;
    }
    return this.#connection;
  }
  async releaseConnection() {
    this.queue.release();
  }
  async beginTransaction() {
    await this.run('begin');
  }
  async commitTransaction() {
    await this.run('commit');
  }
  async rollbackTransaction() {
    await this.run('rollback');
  }
  async init() {
    // PGlite is already open.
  }
  async destroy() {
    // `openPglite` closes it.
  }
}

/** Kysely on the only connection, and the server's own statements in the same queue. */
export function singleConnection(embedded: EmbeddedPostgres) {
  const driver = new SingleConnectionDriver(embedded);
  const kysely = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (instance) => new PostgresIntrospector(instance),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

  async function use<T>(work: (run: Run) => Promise<T>): Promise<T> {
    await driver.acquire(currentRequest() ?? {});
    try {
      return await work(driver.run);
    } finally {
      driver.queue.release();
    }
  }

  const transaction = <T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> =>
    use(async (run) => {
      await run('begin');
      try {
        const result = await work({
          run: (sql) => run(sql).then(() => undefined),
          rows: async <R extends Row>(sql: string, parameters: readonly SqlParameter[] = []) =>
            (await run(sql, [...parameters])).rows as R[],
        });
        await run('commit');
        return result;
      } catch (error) {
        await run('rollback');
        throw error;
      }
    });

  return { kysely, use, transaction, load: () => driver.queue.load() };
}
