/**
 * At night: the commands of the documents work as written. Samples: `newSlice.spec.ts` runs those of docs/new-slice.md, and
 * `shipping.spec.ts` builds, deploys, promotes and rolls back.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clone, startClone } from '../../support/clone';
import { documented, runInCopy } from '../../support/documentedCommands';
import { makeWorkspace } from '../../support/slipwayCli';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';
import { changeText, copy, copyWorkspace } from '../../support/workspaceCopy';

test.describe.configure({ mode: 'serial', timeout: 300_000 });
test.skip(!isNightly, 'it takes minutes: TEST_TIER=nightly');

const versions = async (environment: string, run = runInCopy) => {
  const [status] = JSON.parse(
    await run(`node tools/cli/bin/slipway.mjs status --env ${environment} --json`),
  ) as [{ revision: number; parts: { kind: string; app: string; version: string }[] }];
  return {
    revision: status.revision,
    of: (slice: string) => status.parts.find(({ kind, app }) => kind === 'stable' && app === slice)?.version,
  };
};

test.beforeAll(() => {
  makeWorkspace();
  copyWorkspace();
});

test('README: a changed slice is previewed, promoted and rolled back', async () => {
  const before = (await versions('local')).of('billing');
  changeText('billing', 'title', 'today');
  const [build, deploy, promote, rollback, status, ...rest] = documented('README.md', 'Ship a slice');
  expect(rest).toEqual([]);

  await runInCopy(build ?? '');
  await runInCopy(deploy ?? '');
  expect(before).toBeDefined();
  expect((await versions('local')).of('billing')).toBe(before);
  await runInCopy(promote ?? '');
  expect((await versions('local')).of('billing')).not.toBe(before);
  await runInCopy(rollback ?? '');
  expect((await versions('local')).of('billing')).toBe(before);
  expect(await runInCopy(status ?? '')).toContain('billing');
});

/** A clone in which a reader follows the documents: `npm start`, and commands beside it. */
test.describe('in a clone', () => {
  let clone: Clone;
  const run = (command: string) => clone.run(command);
  const versionsOf = (environment: string) => versions(environment, clone.run);

  test.beforeAll(async () => {
    test.setTimeout(300_000); // builds everything
    clone = await startClone();
  });
  test.afterAll(() => clone.stop());

  test('README: another environment', async () => {
    const [create, ...rest] = documented('README.md', 'Add an environment');
    expect(await run(create ?? '')).toMatch(/staging runs at http:\/\/127\.0\.0\.1:\d+/);
    changeText('billing', 'title', 'soon');
    await run('npx slipway build billing');
    const before = (await versionsOf('local')).of('billing');
    for (const command of rest) await run(command);
    expect((await versionsOf('local')).of('billing')).not.toBe(before);
  });

  test('runbook: deploy, promote, roll back, canary and preview', async () => {
    const [, production, ...others] = documented('docs/runbook.md', 'In a clone'); // staging exists
    expect(others).toEqual([]);
    await run(production ?? '');
    for (const command of documented('docs/runbook.md', 'Environments')) await run(command);
    const first = await versionsOf('production');

    changeText('marketplace', 'title', 'today');
    for (const command of documented('docs/runbook.md', 'Deploy')) await run(command);
    const deployed = (await versionsOf('staging')).of('marketplace');
    expect(deployed).not.toBe(first.of('marketplace'));

    for (const command of documented('docs/runbook.md', 'Promote')) await run(command);
    expect((await versionsOf('production')).of('marketplace')).toBe(deployed);

    const [all, one, history, earlier] = documented('docs/runbook.md', 'Roll back');
    await run(all ?? '');
    expect((await versionsOf('production')).of('marketplace')).toBe(first.of('marketplace'));
    await run(one ?? '');
    expect((await versionsOf('production')).of('marketplace')).toBe(deployed);
    expect(await run(history ?? '')).toContain('approved by Ada');
    await run((earlier ?? '').replace('--to 41', `--to ${String(first.revision)}`));
    expect((await versionsOf('production')).of('marketplace')).toBe(first.of('marketplace'));

    changeText('billing', 'title', 'now');
    await run('npx slipway build billing');
    const release = await publish('billing');
    for (const command of documented('docs/runbook.md', 'Canary'))
      await run(command.replace('billing@1a2b3c4d', `billing@${release}`));
    expect((await versionsOf('production')).of('billing')).toBe(release);

    for (const command of documented('docs/runbook.md', 'Previews')) await run(command);
    expect((await versionsOf('preview/pr-123')).of('billing')).toBe(release);
  });

  test('runbook: a second person approves in a clone', async () => {
    const [key = '', add = '', set = '', plan = '', approve = '', deploy = '', ...end] = documented(
      'docs/runbook.md',
      'Approvals in a clone',
    );
    const [, publicKey = ''] = /slipway trust add: ([0-9a-f]{64})/.exec(await run(key)) ?? [];
    await run(add.replace('<public key>', publicKey));
    expect(await run(set)).toMatch(/staging now runs revision/);
    changeText('billing', 'title', 'approved');
    await run('npx slipway build billing');
    await expect(run(deploy)).rejects.toThrow(/staging needs 1 approval of Cleo/);
    const approved = async (line: string, then: string) => {
      const [, id = ''] = /Plan ([0-9a-f]{12})/.exec(await run(line)) ?? [];
      await run(then.replace('1a2b3c4d5e6f', id));
    };
    await approved(plan, approve);
    await run(deploy);
    const [file = '', endPlan = '', again = '', apply = ''] = end;
    await run(file);
    await approved(endPlan, again);
    expect(await run(apply)).toMatch(/staging now runs revision/);
  });

  test('hosting and offline: health, a collector, and no service worker', async () => {
    for (const command of [
      ...documented('docs/hosting.md', 'nginx and Caddy'),
      ...documented('docs/offline.md', 'Switch it off'),
    ])
      await run(command);
    const settings = await run('npx slipway env show production');
    expect(settings).toMatch(/health/);
    expect(settings).toMatch(/"serviceWorker": false/);
    for (const command of documented('docs/hosting.md', 'Hosting')) await run(command);
    expect(readFileSync(join(copy, 'deploy/production/nginx.conf'), 'utf8')).toContain('127.0.0.1:8081');
  });

  test('languages: offered in the settings', async () => {
    for (const command of documented('docs/languages.md', 'Offer it')) await run(command);
    expect(await run('npx slipway env show staging')).toContain('"de"');
  });

  test('overrides: a release to look at', async () => {
    changeText('billing', 'title', 'later');
    await run('npx slipway build billing');
    const release = await publish('billing');
    const [, set, apply] = documented('docs/overrides.md');
    await run((set ?? '').replace('0123456789abcdef', release));
    await run(apply ?? '');
    expect(await run('npx slipway env show staging')).toContain(`billing@${release}`);
  });

  /** Publishes a build, as the documents do; returns its version. */
  async function publish(slice: string): Promise<string> {
    const answer = await run(`npx slipway publish ${slice} --env staging --json`);
    return (JSON.parse(answer) as { releases: [{ version: string }] }).releases[0].version;
  }
});
