/**
 * The gateway's direct connections to PostgreSQL: a small pool with prepared statements, and one connection that listens
 * to announcements. A pooler in transaction mode passes no notifications on and may know no prepared statements: then
 * statements are sent whole, and `onState` never reports a live channel.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SqlDatabase, SqlValue } from './sqlRpc';

const CHANNEL = 'slipway_gateway';
/** Milliseconds. */
const CONNECTION_TIMEOUT = 5_000;
const STATEMENT_TIMEOUT = 10_000;
/** Milliseconds, so that the server's own timeout comes first. */
const TRANSFER = 2_000;
const PROBE_INTERVAL = 5_000;
const RECONNECT = 1_000;
/** Statements in flight; more only wait for each other's locks. */
const CONNECTIONS = 4;

/** The errors of prepared statements behind a pooler that sends the next statement over another connection. */
const UNKNOWN_STATEMENT = new Set(['26000', '42P05']);

const ignore = (): void => undefined;

/**
 * `silence`: milliseconds without a response after which a connection is closed. After a failover or in a firewall that
 * forgets connections, packets are lost without an error, and the system would keep the connection for 15 minutes.
 */
export function openPostgres(url: string, silence = STATEMENT_TIMEOUT + TRANSFER): SqlDatabase {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    query_timeout: silence,
    application_name: 'slipway-gateway',
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS, statement_timeout: STATEMENT_TIMEOUT });
  // The next statement on a closed connection fails, and the pool creates another connection.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));

  const names = new Map<string, string>();
  let isPrepared = true;
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `gateway_${String(names.size + 1)}`;
    names.set(text, name);
    return name;
  };
  const send = async (text: string, values: SqlValue[]) => {
    const query = isPrepared ? { name: nameOf(text), text, values } : { text, values };
    return (await pool.query<{ value: unknown }>(query)).rows;
  };

  return {
    async query(text, values) {
      try {
        return await send(text, values);
      } catch (error) {
        const { code } = error as { code?: string };
        if (!isPrepared || code === undefined || !UNKNOWN_STATEMENT.has(code)) throw error;
        isPrepared = false;
        return send(text, values);
      }
    },
    listen(onMessage, onState) {
      const end = new AbortController();
      const { signal } = end;
      let stopRound = ignore;

      /** Until the connection is lost, or notifications stop arriving. */
      const listenOnce = async () => {
        const client = new pg.Client(settings);
        let probed = '';
        const lost = new Promise<void>((resolve) => {
          client.on('error', () => {
            resolve();
          });
          client.on('end', resolve);
          stopRound = resolve;
        });
        client.on('notification', ({ payload = '' }) => {
          if (payload.startsWith('probe ')) probed = payload;
          else onMessage(payload);
        });
        try {
          await client.connect();
          await client.query(`listen ${CHANNEL}`);
          for (let round = 0; !signal.aborted; round += 1) {
            // Notify from another connection: through a pooler in transaction mode, this one does not receive it.
            const probe = `probe ${String(process.pid)} ${String(round)} ${String(Math.random())}`;
            await pool.query('select pg_notify($1, $2)', [CHANNEL, probe]);
            await client.query('select 1');
            for (let look = 0; look < 20 && probed !== probe && !signal.aborted; look += 1)
              await sleep(100, undefined, { ref: false });
            if (probed !== probe) return;
            onState(true);
            await Promise.race([lost, sleep(PROBE_INTERVAL, undefined, { ref: false })]);
          }
        } finally {
          onState(false);
          await client.end().catch(ignore);
        }
      };
      const listening = (async () => {
        while (!signal.aborted) {
          await listenOnce().catch(ignore);
          if (!signal.aborted) await sleep(RECONNECT, undefined, { ref: false, signal }).catch(ignore);
        }
      })();
      return async () => {
        end.abort();
        stopRound();
        await listening;
      };
    },
    close: () => pool.end(),
  };
}
