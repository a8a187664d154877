/**
 * `kill -9` of gateways that share a database, under load: every complete response is billed once, only calls whose
 * response the kill cut may be billed besides, the ledger balances, and no quota is exceeded.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newPlace, type Served } from '@slipway/backend/testing';
import { programOf } from '@slipway/server/compiled';
import { callable, type Callable, post } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

const IS_NIGHTLY = process.env['TEST_TIER'] === 'nightly';
const KILLS = IS_NIGHTLY ? 50 : 1;
/** Each is a process. */
const GATEWAYS = IS_NIGHTLY ? 3 : 2;
const CALLERS = 4;
/** Complete responses between two kills. */
const PAUSE = 40;

vi.setConfig({ testTimeout: IS_NIGHTLY ? 1_800_000 : 240_000 });

const script = fileURLToPath(new URL('../testing/directGatewayProcess.ts', import.meta.url));

interface Running {
  origin: string;
  child: ChildProcess;
}

let databaseUrl: string;
let served: Served;
const gateways: Running[] = [];

async function startOne(): Promise<Running> {
  const child = spawn(
    process.execPath,
    ['--liftoff-only', ...programOf(script), databaseUrl, served.origin],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, origin: (await lines.next()).value as string };
}

beforeAll(async () => {
  const place = await newPlace('PostgreSQL');
  databaseUrl = place.databaseUrl ?? '';
  served = await serveGateway('PostgreSQL', {}, place);
  for (let one = 0; one < GATEWAYS; one += 1) gateways.push(await startOne());
}, 120_000);
afterAll(async () => {
  for (const { child } of gateways) child.kill('SIGKILL');
  await served.close();
});

/** The id of a complete response; undefined for one that was cut. */
function idOf(text: string, isStream: boolean): string | undefined {
  const json = isStream ? /event: done\ndata: (.*)\n\n$/.exec(text)?.[1] : text;
  try {
    return (JSON.parse(json ?? '') as { id?: string }).id;
  } catch {
    return undefined;
  }
}

interface Tally {
  completed: string[];
  /** Calls without a complete response. */
  cut: number;
  rejected: number;
}

async function call(bot: Callable, gateway: number, isStream: boolean, tally: Tally): Promise<void> {
  try {
    const origin = gateways[gateway]?.origin ?? '';
    const response = await post(`${origin}/v1/agents/${bot.slug}`, bot.key, {
      message: 'Hello',
      stream: isStream,
    });
    const text = await response.text();
    const id = response.status === 200 ? idOf(text, isStream) : undefined;
    if (id !== undefined) tally.completed.push(id);
    else if (response.status === 402) tally.rejected += 1;
    else tally.cut += 1;
  } catch {
    tally.cut += 1;
  }
}

const newTally = (): Tally => ({ completed: [], cut: 0, rejected: 0 });

const billedOf = async (bot: Callable): Promise<string[]> => {
  const rows = await served.backend.database.rows<{ key: string }>(
    "select idempotency_key as key from public.usage_tracking where deployment_id = $1 and usage_type = 'message'",
    [bot.id],
  );
  return rows.map(({ key }) => key.replace('call ', ''));
};

test('completed calls are billed, each once, although gateways are killed (19.7)', async () => {
  const [paid, small] = [await callable(served), await callable(served)];
  await served.service.from('subscriptions').insert({
    ...{ user_id: paid.owner.id, status: 'active', plan_name: 'Enterprise', price_per_cycle: 99 },
    ...{ billing_cycle: 'monthly', current_period_start: '2026-01-01', current_period_end: '2099-01-01' },
  });
  await paid.owner.client.rpc('limit_deployment_key', {
    ...{ id: paid.id, requests_per_minute: 100_000, expires_at: null },
  });

  const tally = { paid: newTally(), small: newTally() };
  let isOver = false;
  const callers = Array.from({ length: GATEWAYS * CALLERS }, async (_, caller) => {
    for (let number = 0; !isOver; number += 1) {
      const gateway = caller % GATEWAYS;
      await call(paid, gateway, number % 2 === 0, tally.paid);
      // The Starter plan has 100 messages: its last ones are contested by all gateways.
      if (number % 4 === 0) await call(small, gateway, false, tally.small);
    }
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = tally.paid.completed.length;
    await vi.waitFor(() => {
      expect(tally.paid.completed.length).toBeGreaterThan(before + PAUSE);
    }, 60_000);
    const victim = kill % GATEWAYS;
    gateways[victim]?.child.kill('SIGKILL');
    gateways[victim] = await startOne();
  }
  isOver = true;
  await Promise.all(callers);

  for (const { child } of gateways) child.kill('SIGKILL');
  // A statement of a killed gateway may still commit.
  await vi.waitFor(async () => {
    const [open] = await served.backend.database.rows<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where application_name = 'slipway-gateway' and datname = current_database() and state <> 'idle'`,
    );
    expect(open?.count).toBe(0);
  }, 10_000);
  for (const [bot, { completed, cut }] of [
    [paid, tally.paid],
    [small, tally.small],
  ] as const) {
    const billed = await billedOf(bot);
    const counted = new Set(billed);
    expect(counted.size).toBe(billed.length);
    expect(completed.filter((id) => !counted.has(id))).toEqual([]);
    expect(billed.length - completed.length).toBeLessThanOrEqual(cut);
    expect(billed.length).toBeGreaterThan(PAUSE / 2);
  }

  // The places of killed gateways are free once their leases are over; then the quota is used up exactly.
  await served.backend.database.run('update private.call_leases set expires_at = now()');
  gateways[0] = await startOne();
  tally.small.rejected = 0;
  while (tally.small.rejected === 0) await call(small, 0, false, tally.small);
  expect(await billedOf(small)).toHaveLength(100);

  const [unbalanced] = await served.backend.database.rows<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from private.ledger_entries group by transaction_id having sum(amount) <> 0
     ) e`,
  );
  expect(unbalanced?.count).toBe(0);
  const { data: differences } = await served.service.rpc('reconcile_billing', { days: 2 });
  expect(differences).toEqual([]);
});
