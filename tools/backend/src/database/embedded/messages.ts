/** The messages between the main thread and the worker thread that owns PGlite. */

export interface Statement {
  id: number;
  sql: string;
  /** Undefined for text that can contain several statements. */
  parameters?: unknown[] | undefined;
}

export interface Result {
  rows: Record<string, unknown>[];
  affectedRows?: number | undefined;
}

/** The fields of PostgreSQL's error message. A clone of the error itself would lose them. */
export interface StatementError {
  message: string;
  code?: string | undefined;
  severity?: string | undefined;
  detail?: string | undefined;
  hint?: string | undefined;
  constraint?: string | undefined;
  position?: string | undefined;
}

export type Request = Statement | 'close';
export type Response = 'ready' | 'closed' | { id: number; result?: Result; error?: StatementError };
