/** A rotation of the encryption key that is killed, concurrent with writes, or not noticed by a running server. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { describe, expect, test, vi } from 'vitest';
import { programOf } from '@slipway/server/compiled';
import {
  addAgent,
  clientOf,
  deploy,
  type Engine,
  engines,
  newKey,
  newPlace,
  PASSWORD,
  type TestUser,
  serve,
  type Served,
} from '../testing';
import { rotateKey } from './rotate';

const nightly = Array.from({ length: 20 }, (_, round) => round % 7);
/**
 * Printed steps before each kill, in turn: a sample is killed between two rows. `TEST_TIER=nightly` kills twenty times, also
 * in later rotations, and on PGlite, whose rotation is the same code: tools/local/src/keys.test.ts runs it there.
 */
const killsOn: Record<Engine, readonly number[]> =
  process.env['TEST_TIER'] === 'nightly'
    ? { PGlite: nightly, PostgreSQL: nightly }
    : { PGlite: [], PostgreSQL: [2] };

vi.setConfig({ testTimeout: 60_000 + killsOn.PostgreSQL.length * 30_000 }); // starts several processes, on busy machines

const rotator = fileURLToPath(new URL('../testing/rotator.ts', import.meta.url));

/** An installation with a user and four deployments. */
async function install(engine: Engine) {
  const at = await newPlace(engine);
  const served = await serve(engine, at);
  const owner = await served.user();
  const agent = await addAgent(await served.user());
  const deployed = new Map<string, string>();
  for (const name of ['a', 'b', 'c', 'd']) {
    const key = newKey();
    const { data } = await deploy(owner, { name, agent_id: agent, api_key: key });
    deployed.set(String(data?.id), key);
  }
  const { data } = await owner.client.auth.getUser();
  return { at, served, owner, agent, deployed, email: data.user?.email ?? '' };
}

/** Each key, as its owner reveals it. */
async function revealed(served: Served, email: string, ids: Iterable<string>) {
  const client = clientOf(served.origin, served.backend.publishableKey);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  await served.backend.database.run('delete from public.security_audit_log'); // it limits how many are revealed
  const found = new Map<string, unknown>();
  for (const id of ids) found.set(id, (await client.rpc('reveal_deployment_key', { id })).data);
  return found;
}

const keysInUse = async ({ backend }: Served) =>
  (
    await backend.database.rows(
      'select distinct key_id from private.deployment_keys where ciphertext is not null',
    )
  ).length;

describe.each(engines)('on %s', (engine) => {
  test('killed at any step, it loses nothing and continues', async () => {
    const { at, served: first, deployed, email } = await install(engine);
    await first.close();
    let isInterrupted = false;
    for (const step of killsOn[engine]) {
      const child = spawn(
        process.execPath,
        ['--liftoff-only', ...programOf(rotator), at.home, at.databaseUrl ?? ''],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      const exited = new Promise((resolve) => child.once('exit', resolve));
      const lines: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (lines.length > step) child.kill('SIGKILL');
        else child.stdin.write('.');
      }
      await exited;
      isInterrupted = !lines.includes('finished');
      if (step === killsOn[engine][0]) expect(isInterrupted).toBe(true);
      const served = await serve(engine, at);
      expect(await revealed(served, email, deployed.keys())).toEqual(deployed);
      await served.close();
    }
    expect(await rotateKey({ ...at, name: 'encryption' })).toMatchObject({
      isContinued: isInterrupted,
      rows: { unreadable: 0 },
    });
    const served = await serve(engine, at);
    expect(await revealed(served, email, deployed.keys())).toEqual(deployed);
    expect(await keysInUse(served)).toBe(1);
    await served.close();
    rmSync(at.home, { recursive: true, force: true });
  });
});

describe('on PostgreSQL', () => {
  test('a server that still runs cannot write with the earlier key, and can after its restart', async () => {
    const { at, served, owner, agent, deployed, email } = await install('PostgreSQL');
    await rotateKey({ ...at, name: 'encryption' });
    const add = (who: TestUser, api_key: string) => deploy(who, { name: 'late', agent_id: agent, api_key });
    const rejected = await add(owner, newKey());
    expect([rejected.status, rejected.error?.message]).toEqual([
      503,
      expect.stringContaining('Restart the server'),
    ]);
    const factor = await owner.client.auth.mfa.enroll({ factorType: 'totp' });
    expect(factor.error?.message).toContain('Restart the server');
    await served.close();

    const restarted = await serve('PostgreSQL', at);
    const client = clientOf(restarted.origin, restarted.backend.publishableKey);
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const key = newKey();
    const { data } = await add({ id: owner.id, client }, key);
    deployed.set(String(data?.id), key);
    expect(await revealed(restarted, email, deployed.keys())).toEqual(deployed);
    await restarted.close();
    rmSync(at.home, { recursive: true, force: true });
  });

  test('it waits for a transaction that archives a row with its old ciphertext', async () => {
    const { at, served, deployed, email } = await install('PostgreSQL');
    const [deleted = ''] = [...deployed.keys()].sort(); // the rotation visits ids in order
    const sql = postgres(at.databaseUrl ?? '', { max: 1 });
    let rotating: Promise<unknown> = Promise.resolve();
    await sql.begin(async (transaction) => {
      await transaction`delete from public.deployments where id = ${deleted}`;
      rotating = rotateKey({ ...at, name: 'encryption' });
      const waits = await vi.waitUntil(
        async () => {
          const rows = await served.backend.database.rows(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length > 0;
        },
        { timeout: 20_000, interval: 50 },
      );
      expect(waits).toBe(true);
    });
    await rotating;
    await sql.end();
    await served.close();

    const restarted = await serve('PostgreSQL', at);
    const client = clientOf(restarted.origin, restarted.backend.publishableKey);
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.rpc('restore_deployment', { id: deleted })).error).toBeNull();
    expect(await revealed(restarted, email, deployed.keys())).toEqual(deployed);
    await restarted.close();
    rmSync(at.home, { recursive: true, force: true });
  });
});
