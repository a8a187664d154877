/** The database over a direct connection: one prepared statement per function, without PostgREST's transaction around it. */
import { ApiProblem } from '../apiProblem';
import { MISMATCH, type Rpc, unlessLate, unreachable } from './rpc';

/** A statement's parameters; lists and objects are JSON. */
export type SqlValue = string | number | boolean | null;

/** A connection to the gateway's database, such as `openPostgres` or the embedded one. */
export interface SqlDatabase {
  /** Runs one statement that returns the column `value`; statements with one text can be prepared once. */
  query(text: string, values: SqlValue[]): Promise<{ value: unknown }[]>;
  /**
   * Receives the notifications of the channel `slipway_gateway`. `onState` reports whether messages arrive or may have
   * been missed. Undefined if there is no such channel. Returns a function that stops it.
   */
  listen?(onMessage: (message: string) => void, onState: (isLive: boolean) => void): () => Promise<void>;
  close(): Promise<void>;
}

/** Classes of SQLSTATE after which the same statement may succeed: connection, transaction, resources, operator, system. */
const TRANSIENT = /^(?:08|25|40|53|55|57|58|XX|PGRST)/;

/** Each has a digit. Network errors have Node's codes, such as ECONNRESET or EPIPE, or none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
};

export function sqlRpc(database: Pick<SqlDatabase, 'query'>, timeout = 5_000): Rpc {
  return async (kind, name, parameters) => {
    const given = Object.entries(parameters as Record<string, unknown>).filter(
      ([, value]) => value !== undefined,
    );
    const list = given.map(([parameter], index) => `${parameter} => $${String(index + 1)}`).join(', ');
    const values = given.map(([, value]) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SqlValue),
    );
    try {
      const rows = await unlessLate(
        timeout,
        database.query(`select to_jsonb(r) as value from public.${name}(${list}) as r`, values),
      );
      return kind === 'rows' ? rows.map(({ value }) => value) : (rows[0]?.value ?? null);
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined || !SQLSTATE.test(code) || TRANSIENT.test(code)) throw unreachable(error);
      // Messages of the database can repeat the request's content: log only the code.
      throw new ApiProblem(500, MISMATCH, { cause: new Error(`${name} failed with ${code}`) });
    }
  };
}
