/** A PostgreSQL server that is silent: frozen, or behind a proxy or a firewall that has forgotten its connections. */
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runInRequest } from '../lite/currentRequest';
import { newDatabase } from '../testing/serve';
import { startWire } from '../testing/wire';
import { openPostgres } from './postgres';

const LIMITS = { statement: 500, closing: 500 };

/** A database through a wire. */
async function throughWire() {
  const url = new URL(await newDatabase());
  const wire = await startWire(Number(url.port));
  onTestFinished(() => wire.cut());
  const through = `postgres://postgres:postgres@${new URL(wire.origin).host}${url.pathname}`;
  return { wire, database: await openPostgres(through, LIMITS) };
}

test('a server that accepts the connection and never responds is reported, and nothing stays open', async () => {
  const ready = Buffer.from('520000000800000000' + '5a0000000549', 'hex'); // authenticated, ready for a query
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(ready));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(
    openPostgres(`postgres://me:hush@127.0.0.1:${String(port)}/app`, LIMITS),
  ).rejects.toMatchObject({
    code: 'unavailable',
    message:
      `The database at 127.0.0.1:${String(port)}/app (DATABASE_URL) cannot be used: it accepted the connection, but ` +
      'did not respond within 0.5 s. Start it or correct DATABASE_URL; unset DATABASE_URL to use the embedded database',
  });
  await new Promise((resolve) => server.close(resolve)); // waits for every connection
});

test('statements of the server end with what to check, and work again over new connections', async () => {
  const { wire, database } = await throughWire();
  const silent = {
    code: 'unavailable',
    message: expect.stringMatching(
      /^The database at .+ did not respond within 0\.5 s\. Check that its server/,
    ) as string,
  };
  await database.rows('select 1');
  wire.silence();
  await expect(database.rows('select 1')).rejects.toMatchObject(silent);
  expect(await database.rows('select 1 as one')).toEqual([{ one: 1 }]);
  wire.silence();
  await expect(database.transaction(({ rows }) => rows('select 1'))).rejects.toMatchObject(silent);
  expect(await database.transaction(({ rows }) => rows('select 1 as one'))).toEqual([{ one: 1 }]);
  await database.close();
});

test('a request gets an error after the timeout of its role, and does not keep its connection', async () => {
  const { wire, database } = await throughWire();
  const { kysely } = database.connection;
  const read = () =>
    kysely
      .transaction()
      .execute(async (transaction) => (await sql<object>`select 1 as one`.execute(transaction)).rows);
  expect(await runInRequest({}, read)).toEqual([{ one: 1 }]);
  wire.silence();
  const error: unknown = await runInRequest({}, read).catch((cause: unknown) => cause);
  expect(database.connection.normalizeDbError(error)).toMatchObject({ code: '08006' });
  expect(database.load()).toMatchObject({ busy: 0 });
  expect(await runInRequest({}, read)).toEqual([{ one: 1 }]);
  await database.close();
});

test('long statements are not cut: those of a transaction, and those of a role without a timeout', async () => {
  const { database } = await throughWire();
  const long = "select 'slept' as it from pg_sleep(1)";
  expect(await database.transaction(({ rows }) => rows(long))).toEqual([{ it: 'slept' }]);
  await database.run(long);
  await expect(database.rows(long)).rejects.toMatchObject({ code: 'unavailable' });
  const { kysely } = database.connection;
  const inRole = (statementTimeout: number) =>
    runInRequest(
      { statementTimeout },
      async () => (await sql<object>`${sql.raw(long)}`.execute(kysely)).rows,
    );
  expect(await Promise.all([inRole(0), inRole(900)])).toEqual([[{ it: 'slept' }], [{ it: 'slept' }]]);
  await database.close();
});

test('close does not wait for a silent server', async () => {
  const { wire, database } = await throughWire();
  await database.rows('select 1');
  const stuck = expect(database.run('select pg_sleep(60)')).rejects.toThrow('Connection terminated');
  await vi.waitFor(() => {
    expect(database.load().busy).toBe(1);
  });
  wire.silence();
  await database.close();
  await stuck;
});
