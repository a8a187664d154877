/** The collector: receives reports of pages, adds them up, and writes the sums every few seconds. */
import { healthBeaconSchema, MAX_BEACON_SIZE } from '@slipway/contracts';
import { type ClientInfo, createRateLimiter, encodedBody, networkOf } from '@slipway/server';
import { safeParse } from 'valibot';
import { type HealthDatabase, prune, writeBatch } from './database';
import type { KnownReleases } from './knownReleases';
import { type Batch, createTotals } from './totals';

export interface CollectorOptions {
  database: HealthDatabase;
  known: KnownReleases;
  /** Origins of the app, if the collector is on another one. */
  origins?: readonly string[];
  /** Reports per minute from one address. */
  limit?: number;
  /** Milliseconds between two writes. */
  interval?: number;
  log: (message: string) => void;
  /** Called with each batch before it is written; for exporters. */
  onBatch?: (batch: Batch) => void;
}

export interface Collector {
  /** Handles `POST /health-events`. `environment` is that of the request's origin, if the caller knows it. */
  receive(request: Request, client: Pick<ClientInfo, 'address'>, environment?: string): Promise<Response>;
  /** Writes what was added since the last write. Never throws: a failed write is tried again with the next one. */
  flush(): Promise<void>;
  /** Writes the rest, and stops. */
  close(): Promise<void>;
}

const LIMIT = 600;
const INTERVAL = 5_000;
/** Milliseconds. */
const PRUNE_INTERVAL = 3_600_000;
/** Attempts to write a batch before it is dropped: 5 minutes, at 5 seconds each. */
const MOST_ATTEMPTS = 60;

const reply = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });

export function createCollector({
  database,
  known,
  origins = [],
  limit = LIMIT,
  interval = INTERVAL,
  log,
  onBatch,
}: CollectorOptions): Collector {
  const totals = createTotals();
  const addresses = createRateLimiter({ limit, seconds: 60 });
  /** A batch that could not be written. The sums of the meantime stay in `totals`. */
  let pending: { batch: Batch; attempts: number } | undefined;
  let writing: Promise<void> | undefined;
  let dropped = 0;

  const write = async () => {
    if (!pending) {
      const batch = totals.take();
      if (batch.minutes.length + batch.failures.length === 0) return;
      onBatch?.(batch);
      pending = { batch, attempts: 0 };
    }
    const current = pending;
    const { batch } = current;
    try {
      await writeBatch(database, batch);
      pending = undefined;
    } catch (error) {
      current.attempts += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (current.attempts === 1) log(`health: the records cannot be written, and are kept: ${reason}`);
      if (current.attempts >= MOST_ATTEMPTS) {
        log(
          `health: ${String(batch.minutes.length)} records could not be written, and were dropped: ${reason}`,
        );
        pending = undefined;
      }
    }
    if (dropped > 0) log(`health: ${String(dropped)} events were dropped: too many kinds of them`);
    dropped = 0;
  };
  const flush = () => (writing ??= write().finally(() => (writing = undefined)));

  const timer = setInterval(() => void flush(), interval);
  const pruneOld = () => {
    prune(database).catch((error: unknown) => {
      log(`health: old records cannot be deleted: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  const pruneTimer = setInterval(pruneOld, PRUNE_INTERVAL);
  timer.unref();
  pruneTimer.unref();

  return {
    async receive(request, { address }, environment) {
      if (request.method !== 'POST') return reply(405, { allow: 'POST' });
      if (isForeign(request, origins)) return reply(403);
      const wait = await addresses.take(networkOf(address));
      if (wait > 0) return reply(429, { 'retry-after': String(wait) });
      const encoded = encodedBody(request.headers);
      if (encoded) return reply(415, encoded.headers);
      const length = Number(request.headers.get('content-length') ?? Number.NaN);
      if (!Number.isInteger(length)) return reply(411);
      if (length > MAX_BEACON_SIZE) return reply(413);
      const parsed = safeParse(healthBeaconSchema, await json(request));
      if (!parsed.success) return reply(400);
      if (environment !== undefined && parsed.output.environment !== environment) return reply(400);
      dropped += totals.add(await known.filter(parsed.output), Date.now());
      return reply(204);
    },
    flush,
    async close() {
      clearInterval(timer);
      clearInterval(pruneTimer);
      await writing;
      await flush(); // a batch that failed before
      await flush();
    },
  };
}

/** Whether a page of another site sent it, on behalf of its visitors. */
function isForeign({ headers }: Request, origins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && !origins.includes(headers.get('origin') ?? '');
}

/** Undefined for anything else, and for a client that disconnects. */
const json = async (request: Request): Promise<unknown> => {
  try {
    return JSON.parse(await request.text()) as unknown;
  } catch {
    return undefined;
  }
};
