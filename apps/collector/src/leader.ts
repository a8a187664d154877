/** Chooses one of several collectors: the one whose connection holds an advisory lock of PostgreSQL. */
import type { ReservedSql, Sql } from 'postgres';

/** The key of the lock: the first 8 bytes of SHA-256 of "slipway canaries". */
const LOCK = '-8138489344545402003';

export interface Leader {
  /** Whether this process is the leader, for now. */
  isLeader(): Promise<boolean>;
  /** Lets another process lead. */
  resign(): Promise<void>;
}

/**
 * PostgreSQL releases the lock with the connection, so another process takes over at its next turn when a leader dies.
 * It needs a session connection: a pooler in transaction mode shares the lock between its clients.
 */
export function createLeader(sql: Sql): Leader {
  let held: ReservedSql | undefined;

  const resign = async () => {
    const connection = held;
    held = undefined;
    if (!connection) return;
    await connection`select pg_advisory_unlock(${LOCK}::bigint)`.catch(() => undefined);
    connection.release();
  };

  return {
    resign,
    async isLeader() {
      if (held) {
        const isAlive = await held`select 1`.then(
          () => true,
          () => false,
        );
        if (isAlive) return true;
        held.release();
        held = undefined;
      }
      const connection = await sql.reserve();
      const [row] = await connection<
        { taken: boolean }[]
      >`select pg_try_advisory_lock(${LOCK}::bigint) as taken`.catch(() => []);
      if (row?.taken) held = connection;
      else connection.release();
      return held !== undefined;
    },
  };
}
