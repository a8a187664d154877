/**
 * The worker thread that owns PGlite. During any query, the main thread keeps responding, and can terminate this
 * thread. PGlite has no checkpointer: without the checkpoints of this thread, the write-ahead log would grow without
 * limit.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { valueParsers, valueSerializers } from '../../lite/fixes/pgValues';
import { pgliteExtensions } from '../extensions';
import type { Request, Response, StatementError } from './messages';
import { freeBytes, RESERVE_BYTES } from './diskSpace';

const asIs = (text: string) => text;

const INT8 = 20;
const JSON_TYPES = [114, 3802];
/** date, time, timetz: PGlite would return objects or lose precision. */
const TEXT_TYPES = [1082, 1083, 1266];

const parsers = {
  [INT8]: (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  ...Object.fromEntries(JSON_TYPES.map((type) => [type, (text: string): unknown => JSON.parse(text)])),
  ...Object.fromEntries(TEXT_TYPES.map((type) => [type, asIs])),
  ...valueParsers,
};

/** Bytes of write-ahead log since the last checkpoint, which the next start would have to read again. */
const MOST_LOG = 32 * 1024 * 1024;
/** Milliseconds. */
const CHECK_INTERVAL = 1_000;

const logSize =
  'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()';

const { folder } = workerData as { folder: string };
if (!parentPort) throw new Error('This file runs in a worker thread');
const port = parentPort;
const send = (message: Response) => {
  port.postMessage(message);
};

/**
 * PGlite's default of 128 MB for buffers is never released once it is used; the demo's database has a fourth of that.
 */
const settings = { min_wal_size: '32MB', max_wal_size: '64MB', shared_buffers: '32MB' };
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];
const pglite = await PGlite.create(folder, {
  parsers,
  serializers: valueSerializers,
  extensions: pgliteExtensions,
  startParams,
});
await pglite.query('select 1');

let checked = Date.now();

/** A checkpoint without free space would end the database. */
async function limitLog(): Promise<void> {
  if (Date.now() - checked < CHECK_INTERVAL || pglite.isInTransaction()) return;
  checked = Date.now();
  const { rows } = await pglite.query<{ bytes: number }>(logSize);
  if ((rows[0]?.bytes ?? 0) > MOST_LOG && freeBytes(folder) > RESERVE_BYTES / 2)
    await pglite.exec('checkpoint');
}

function errorOf(error: unknown): StatementError {
  const { message, code, severity, detail, hint, constraint, position } = error as StatementError;
  return { message, code, severity, detail, hint, constraint, position };
}

async function respond(request: Exclude<Request, 'close'>): Promise<void> {
  const { id, sql, parameters } = request;
  try {
    if (parameters) {
      const { rows, affectedRows } = await pglite.query<Record<string, unknown>>(sql, parameters);
      send({ id, result: { rows, affectedRows } });
    } else {
      await pglite.exec(sql);
      send({ id, result: { rows: [] } });
    }
  } catch (error) {
    send({ id, error: errorOf(error) });
  }
  await limitLog();
}

let work = Promise.resolve();
port.on('message', (request: Request) => {
  work = work.then(() =>
    request === 'close'
      ? pglite.close().then(() => {
          send('closed');
        })
      : respond(request),
  );
});
send('ready');
