/** A policy with an error budget: two owners of keys, a store, and a collector over HTTP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createHealthReader, type HealthMinute } from '@slipway/health';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findWorkspace } from './environment/workspace';
import { main } from './main';
import { healthMinute, healthSourceOf } from './testing/healthMinutes';
import { shellRelease, sliceRelease } from './testing/releases';
import { stores } from './testing/stores';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const KEY = 'reader';
const staging = ['--env', 'staging'];
const why = ['--reason', 'a test'];
const deployMarket = ['deploy', 'market', ...staging, ...why];

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  let collector: Server;
  let rows: HealthMinute[];

  /** Runs a command as the platform team, whose keys are in the home folder, or with a key file. */
  const run = async (argv: readonly string[], changes: NodeJS.ProcessEnv = {}) => {
    const { port } = collector.address() as AddressInfo;
    const health = { SLIPWAY_HEALTH_URL: `http://127.0.0.1:${String(port)}`, SLIPWAY_HEALTH_KEY: KEY };
    const env = { ...health, ...changes };
    const ran = { code: 0, out: '', error: '' };
    ran.code = await main(
      argv,
      { out: (text) => (ran.out += text), error: (text) => (ran.error += text) },
      {
        ...{ env, workspace: () => findWorkspace(place.root, env), isInteractive: false },
        ask: () => Promise.reject(new Error('The terminal is not interactive')),
        ...{ progress: () => undefined, print: () => undefined, interrupted: () => Promise.resolve() },
      },
    );
    return ran;
  };
  const must = async (...argv: string[]) => {
    const ran = await run(argv);
    expect({ argv, ...ran }).toMatchObject({ argv, code: 0, error: '' });
    return ran.out;
  };
  const apply = async (errorBudget: object) => {
    place.writeEnvironment('staging', { policy: { errorBudget, breakGlass: ['platform team'] } });
    await must('env', 'apply', ...staging, ...why);
  };
  const bea = () => ({ SLIPWAY_SIGNING_KEY_FILE: join(place.root, 'bea.pem') });

  beforeEach(async () => {
    const minute = new Date(Date.now() - 86_400_000).toISOString();
    rows = [healthMinute({ minute, views: 1_000, failedViews: 9 })];
    collector = createServer(
      getRequestListener(
        createHealthReader(
          healthSourceOf(() => rows),
          KEY,
        ),
      ),
    );
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    place = await openWorkspace(open, {});
    await place.build(shellRelease());
    await place.build(sliceRelease());
    await must('trust', 'init', ...staging, '--name', 'platform team');
    await must('deploy', 'shell', 'market', ...staging, ...why);
    // The next release gives itself a larger budget, which does not count yet.
    await place.build(sliceRelease({ owner: 'next', budget: { failed: 0.5, errors: 0.5 } }));
  });
  afterEach(async () => {
    await place.close();
    await new Promise((resolve) => collector.close(resolve));
  });

  it('a slice that has spent its error budget changes only by a rollback or break-glass (17)', async () => {
    await apply({});
    expect(await must(...deployMarket, '--dry-run')).toContain('(dry run'); // nine bad views are chance
    rows = rows.map((row) => ({ ...row, failedViews: 10 }));
    const rejected = await run(deployMarket);
    expect(rejected).toMatchObject({ code: 5, out: '' });
    expect(rejected.error).toMatch(
      /market has spent its error budget in staging: 1% of 1,000 views failed in 7 days, and 0\.5% may: roll it back, or wait, or use --break-glass/,
    );
    expect((await run(deployMarket, { SLIPWAY_HEALTH_KEY: '' })).code).not.toBe(0); // no records, no proof
    await must(...deployMarket, '--break-glass');
    await must('rollback', 'market', ...staging, ...why);
  });

  it('a spent error budget needs the approvals of the policy (17)', async () => {
    const made = await must('trust', 'key', '--out', join(place.root, 'bea.pem'), '--json');
    const { publicKey } = JSON.parse(made) as { publicKey: string };
    await must('trust', 'add', publicKey, '--name', 'Bea', '--approver', ...staging);
    await apply({ days: 2, approvals: { count: 1, by: ['Bea'] } });
    rows = rows.map((row) => ({ ...row, failedViews: 500 }));
    expect((await run(deployMarket)).error).toMatch(
      /50% of 1,000 views failed.*\nstaging needs 1 approval of Bea/,
    );
    const planned = await must(...deployMarket, '--plan');
    const [, plan = ''] = /^Plan ([0-9a-f]{12}) of staging waits for approvals/.exec(planned) ?? [];
    expect((await run(deployMarket)).code).toBe(5);
    expect(await run(['approve', 'staging', plan, '--yes'], bea())).toMatchObject({ code: 0 });
    // A bucket's clock has a resolution of one second: until the next one, the approval is in the future.
    await vi.waitFor(async () => expect((await run(deployMarket)).out).toContain('now runs revision 3'), {
      timeout: 10_000,
    });
    expect(await must('history', ...staging, '--limit', '1')).toMatch(/approved by Bea/);
  });
});
