/** Connections that pass nothing on any more, without an error: the gateway replaces them. */
import { newDatabase, startWire } from '@slipway/backend/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../database/postgres';

/** Milliseconds. */
const SILENCE = 500;

test('statements work again, and announcements count as missed until then', async () => {
  const url = new URL(await newDatabase());
  const wire = await startWire(Number(url.port));
  onTestFinished(() => wire.cut());
  const through = `postgres://postgres:postgres@${new URL(wire.origin).host}${url.pathname}`;
  const database = openPostgres(through, SILENCE);
  const messages: string[] = [];
  const states: boolean[] = [];
  const stop = database.listen?.(
    (message) => messages.push(message),
    (isLive) => states.push(isLive),
  );
  onTestFinished(async () => {
    await stop?.();
    await database.close();
  });
  const read = () => database.query('select to_jsonb(1) as value', []);
  // More than the pool has connections.
  const readAll = () => Promise.allSettled(Array.from({ length: 8 }, read));
  expect((await readAll()).map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'));
  await vi.waitFor(() => {
    expect(states).toEqual([true]);
  });

  wire.silence();
  expect((await readAll()).map(({ status }) => status)).toContain('rejected');
  expect(await read()).toEqual([{ value: 1 }]);
  await vi.waitFor(() => {
    expect(states).toContain(false);
    expect(states.at(-1)).toBe(true);
  }, 20_000);
  await database.query("select to_jsonb(pg_notify('slipway_gateway', 'changed x')) as value", []);
  await vi.waitFor(() => {
    expect(messages).toContain('changed x');
  });
});
