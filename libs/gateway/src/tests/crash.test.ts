/**
 * `kill -9` during calls on PGlite: every complete response is billed, and none twice. At night; `killedGateways.test.ts`
 * is the sample, on PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { startBackend } from '@slipway/backend';
import { files, newHome, newKey } from '@slipway/backend/testing';
import { programOf } from '@slipway/server/compiled';
import { post } from '../testing/gatewayCalls';

vi.setConfig({ testTimeout: 180_000 }); // starts several processes, on busy machines

const script = fileURLToPath(new URL('../testing/gatewayProcess.ts', import.meta.url));
const key = newKey();
/** Complete responses before each kill. */
const kills = [25, 8, 16, 40, 3];
const DEPLOYMENT = 'fd000000-0000-4000-8000-000000000001';

const opened = (home: string) =>
  startBackend({ home, origin: 'http://127.0.0.1', log: () => undefined, ...files });

/** Calls until the process is killed; returns the idempotency keys of the calls whose complete response arrived. */
async function callUntilKilled(home: string, round: number, after: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--liftoff-only', ...programOf(script), home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const origin = (await lines.next()).value as string;
  const completed: string[] = [];
  const caller = async (number: number) => {
    for (let call = 0; ; call += 1) {
      const name = `${String(round)}-${String(number)}-${String(call)}`;
      try {
        const response = await post(
          `${origin}/v1/agents/helper`,
          key,
          { message: 'Hello', stream: call % 2 === 0 },
          { headers: { 'idempotency-key': name } },
        );
        if (response.status !== 200) throw new Error(`${String(response.status)} ${await response.text()}`);
        const text = await response.text();
        if (call % 2 === 0 ? text.includes('event: done') : text.endsWith('}')) completed.push(name);
      } catch (error) {
        if (child.killed) return;
        throw error;
      }
      if (completed.length === after) child.kill('SIGKILL');
    }
  };
  await Promise.all([0, 1, 2, 3].map(caller));
  await exited;
  return completed;
}

test.runIf(process.env['TEST_TIER'] === 'nightly')(
  'bills calls that were completed before a crash, each once',
  async () => {
    const home = newHome();
    const backend = await opened(home);
    const [demo] = await backend.database.rows<{ id: string }>(
      'select id::text from auth.users where email = $1',
      [backend.demo?.email ?? ''],
    );
    await backend.database.run(`
    insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
    select '${DEPLOYMENT}', 'Helper', a.id, '${demo?.id ?? ''}', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', 'active'
    from public.agents a where a.is_public and not a.external_only limit 1;
    insert into private.deployment_keys (deployment_id, hash, last_four)
    values ('${DEPLOYMENT}', decode('${createHash('sha256').update(key).digest('hex')}', 'hex'), 'abcd');
    select public.set_plan('${backend.demo?.email ?? ''}', 'Enterprise');
  `);
    await backend.close();

    const completed: string[] = [];
    for (const [round, after] of kills.entries())
      completed.push(...(await callUntilKilled(home, round, after)));

    const after = await opened(home);
    const rows = await after.database.rows<{ key: string; messages: number; calls: number }>(
      `select c.idempotency_key as key,
       count(*) filter (where u.usage_type = 'message')::int as messages,
       count(*) filter (where u.usage_type = 'api_call')::int as calls
     from public.deployment_calls c
     left join public.usage_tracking u on u.idempotency_key = 'call ' || c.id
     where c.deployment_id = $1 group by 1`,
      [DEPLOYMENT],
    );
    await after.close();
    rmSync(home, { recursive: true, force: true });
    const counted = new Set(rows.filter(({ messages }) => messages === 1).map((row) => row.key));
    expect(completed.length).toBeGreaterThanOrEqual(kills.reduce((sum, after) => sum + after, 0));
    expect(completed.filter((name) => !counted.has(name))).toEqual([]);
    expect(rows.filter(({ messages, calls }) => messages > 1 || calls !== messages)).toEqual([]);
  },
);
