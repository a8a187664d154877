/**
 * Records security events in `private.security_events`, which no client can write. Frequent events (failed sign-ins,
 * rejections, uses of the secret key) are counted in memory and written every second, so that a flood of requests is not
 * a flood of writes. A crash loses at most the last second of these; single events are written at once.
 */
import { sql } from 'kysely';
import type { Database } from './database/database';

export interface SecurityEvent {
  /** A noun in snake case, such as `sign_in`. */
  type: string;
  /** The account that the event concerns. */
  accountId?: string | undefined;
  /** The email of an account whose id is unknown. It is looked up and never stored. */
  email?: string | undefined;
  /** The client's, from the socket or a trusted proxy. */
  address?: string | undefined;
  /** Up to 2 KB. No secret and no personal data. */
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** Kysely takes its turn on PGlite's only connection: a direct statement could run in the transaction of a request. */
const insert = async ({ connection }: Database, event: SecurityEvent, occurrences: number): Promise<void> => {
  const { type, accountId = null, email = null, address = null, details = {} } = event;
  await sql`
    select private.record_security_event(
      ${type}::text,
      coalesce(
        ${accountId}::uuid, (select u.id::text::uuid from auth.users u where u.email = ${email}::text limit 1)
      ),
      ${JSON.stringify(details)}::text::jsonb, ${address}::text, ${occurrences}::integer
    )
  `.execute(connection.kysely);
};

/** Records one event. @throws the database's error */
export const recordSecurityEvent = (database: Database, event: SecurityEvent): Promise<void> =>
  insert(database, event, 1);

export interface SecurityEventRecorder {
  /** Records one event, without waiting. */
  record(event: SecurityEvent): void;
  /** Counts a frequent event. */
  count(event: SecurityEvent): void;
  /** Writes what is counted. */
  close(): Promise<void>;
}

const FLUSH_MS = 1_000;
/** Beyond this number of different events in a minute, their address and account are not recorded. */
const MOST_KEYS = 200;

interface RecorderOptions {
  log: (line: string) => void;
  /** With the type of each event; for metrics. */
  onEvent?: ((type: string) => void) | undefined;
  now?: () => number;
}

/** Writes events in the background; errors are logged. */
export function createEventRecorder(
  database: Database,
  { log, onEvent, now = Date.now }: RecorderOptions,
): SecurityEventRecorder {
  let counted = new Map<string, { event: SecurityEvent; occurrences: number }>();
  let keys = new Set<string>();
  let minute = 0;
  const running = new Set<Promise<void>>();

  const write = (event: SecurityEvent, occurrences: number) => {
    const writing: Promise<void> = insert(database, event, occurrences)
      .catch((error: unknown) => {
        log(`security event ${event.type} was not recorded: ${String(error)}`);
      })
      .finally(() => running.delete(writing));
    running.add(writing);
    return writing;
  };

  const flush = async () => {
    const batch = counted;
    counted = new Map();
    for (const { event, occurrences } of batch.values()) await write(event, occurrences);
  };
  let flushing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (counted.size > 0) flushing = flushing.then(flush);
  }, FLUSH_MS);
  timer.unref();

  return {
    record(event) {
      onEvent?.(event.type);
      void write(event, 1);
    },
    count(event) {
      onEvent?.(event.type);
      const current = Math.floor(now() / 60_000);
      if (current !== minute) {
        minute = current;
        keys = new Set();
      }
      const { type, details } = event;
      const exact = JSON.stringify(event);
      const isExact = keys.has(exact) || keys.size < MOST_KEYS;
      if (isExact) keys.add(exact);
      const kept = isExact ? event : { type, details };
      const key = JSON.stringify(kept);
      const known = counted.get(key);
      if (known) known.occurrences += 1;
      else counted.set(key, { event: kept, occurrences: 1 });
    },
    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
      await Promise.all(running);
    },
  };
}
