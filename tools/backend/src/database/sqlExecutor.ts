/** Plain SQL, as the backend's own code runs it. */
export type Row = Record<string, unknown>;
export type SqlParameter = string | number | boolean | null;

/** Runs SQL as the server's own role, outside of requests. */
export interface SqlExecutor {
  /** Runs one or more statements. */
  run(sql: string): Promise<void>;
  rows<T extends Row>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]>;
}
