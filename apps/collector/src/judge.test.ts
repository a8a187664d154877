/** Several collectors on one PostgreSQL: one judges the canaries, and another takes over when it ends (18.5). */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDatabase } from '@slipway/backend/testing';
import { openWorkspace, shellRelease, sliceRelease, type WorkspaceWithStore } from '@slipway/cli/testing';
import { startJudging } from './judge';
import { createLeader } from './leader';

const why = ['--env', 'staging', '--reason', 'a try'];
const newer = sliceRelease({ owner: 'newer-team' });
const none = () => Promise.resolve([]);
const noReports = { minutes: none, failures: none, exposures: none };

let place: WorkspaceWithStore;
let databaseUrl: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  databaseUrl = await newDatabase();
  place = await openWorkspace();
  place.writeEnvironment('staging', { canaries: { steps: [5, 25, 100] } });
  await place.build(shellRelease());
  await place.build(sliceRelease());
  await place.text('deploy', 'shell', 'market', ...why);
  await place.build(newer);
  await place.text('canary', 'market', '--percent', '5', ...why);
});
afterAll(async () => {
  for (const end of ends) await end();
  await place.close();
});

/** A collector's loop with its own connections. `next` resolves with its next log line. */
function startCollector() {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
  const lines: unknown[] = [];
  let notify: (() => void) | undefined;
  const add = (line: unknown) => {
    lines.push(line);
    notify?.();
  };
  const stop = startJudging({
    environments: ['staging'],
    source: noReports,
    leader: createLeader(sql),
    log: { info: add, warn: add },
    every: 50,
    env: {
      SLIPWAY_ENVIRONMENTS: place.workspace.folder,
      SLIPWAY_HOME: place.workspace.home,
      SLIPWAY_OWN_STORE: '1',
    },
  });
  const end = async () => {
    await stop();
    await sql.end({ timeout: 5 });
  };
  const first = new Promise<void>((resolve) => (notify = resolve));
  return { lines, end, first: () => (lines.length > 0 ? Promise.resolve() : first) };
}

test('one judges at a time and says why it waits; another one takes over', async () => {
  const one = startCollector();
  await one.first();
  expect(one.lines).toEqual([
    expect.objectContaining({
      ...{ environment: 'staging', slice: 'market', version: newer.version, kind: 'waiting', percent: 5 },
      reasons: [expect.stringMatching(/report/)] as unknown[],
    }),
  ]);
  const other = startCollector();
  ends.push(other.end);
  const probe = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  ends.push(() => probe.end({ timeout: 5 }));
  expect(await createLeader(probe).isLeader()).toBe(false);
  expect(other.lines).toEqual([]);
  await one.end();
  await other.first();
  expect(other.lines).toHaveLength(1);
});
