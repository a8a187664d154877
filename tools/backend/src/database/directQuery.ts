/** Statements of a gateway in this process on the embedded database: in the queue of its only connection, with a limit. */
import type { Database } from './database';
import { runInRequest } from '../lite/currentRequest';

/** Runs one statement that returns the column `value`. @throws database errors; 53100 while the disk is full */
export type DirectQuery = (
  sql: string,
  parameters: (string | number | boolean | null)[],
) => Promise<{ value: unknown }[]>;

/** Milliseconds, the same as for the gateway's role in PostgREST. */
const STATEMENT_TIMEOUT = 8_000;

export const directQuery =
  (database: Database, rejectOnFullDisk: () => Response | undefined): DirectQuery =>
  async (sql, parameters) => {
    if (rejectOnFullDisk()) throw Object.assign(new Error('The disk is full'), { code: '53100' });
    return runInRequest({ statementTimeout: STATEMENT_TIMEOUT }, () =>
      database.rows<{ value: unknown }>(sql, parameters),
    );
  };
