/**
 * The commands of the documents work as written: README, and nightly the runbook with its environments on a folder.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documented, runInCopy } from '../../support/documentedCommands';
import { home, origin } from '../../support/server';
import { env, makeWorkspace } from '../../support/slipwayCli';
import { expect, test } from '../../support/test';
import { copy, copyWorkspace } from '../../support/workspaceCopy';

test.describe.configure({ mode: 'serial', timeout: 300_000 });

/** Appends a word to a text of a slice, so that its next build is a new release. */
function changeText(slice: string, key: string, word: string): void {
  const file = join(copy, 'apps', slice, 'src/messages.ts');
  const source = readFileSync(file, 'utf8');
  const changed = source.replace(new RegExp(`^(  ${key}: '[^']*)'`, 'm'), `$1 ${word}'`);
  expect(changed).not.toBe(source);
  writeFileSync(file, changed);
}

/** A command that no document has, without `npx`, which takes longer than the command. */
const slipway = (command: string) => runInCopy(`node tools/cli/bin/slipway.mjs ${command}`);

const versions = async (environment: string) => {
  const [status] = JSON.parse(await slipway(`status --env ${environment} --json`)) as [
    { revision: number; parts: { kind: string; app: string; version: string }[] },
  ];
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

test('runbook: deploy, promote, roll back, canary and preview', async () => {
  test.skip(process.env.TEST_TIER !== 'nightly', 'it takes two minutes: TEST_TIER=nightly');
  const { publishable } = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as {
    publishable: string;
  };
  for (const name of ['staging', 'production']) {
    const environment = {
      name,
      store: '$SLIPWAY_HOME/store',
      address: `https://${name}.slipway.example`,
      backend: { url: origin, publishableKey: publishable },
    };
    writeFileSync(join(env.SLIPWAY_ENVIRONMENTS, `${name}.json`), JSON.stringify(environment));
  }
  await slipway('promote --all --from local --to staging --reason "set up"');
  await slipway('promote --all --from local --to production --reason "set up"');
  const first = await versions('production');

  changeText('marketplace', 'title', 'today');
  for (const command of documented('docs/runbook.md', 'Deploy')) await runInCopy(command);
  const deployed = (await versions('staging')).of('marketplace');
  expect(deployed).not.toBe(first.of('marketplace'));

  for (const command of documented('docs/runbook.md', 'Promote')) await runInCopy(command);
  expect((await versions('production')).of('marketplace')).toBe(deployed);

  const [all, one, history, earlier] = documented('docs/runbook.md', 'Roll back');
  await runInCopy(all ?? '');
  expect((await versions('production')).of('marketplace')).toBe(first.of('marketplace'));
  await runInCopy(one ?? '');
  expect((await versions('production')).of('marketplace')).toBe(deployed);
  expect(await runInCopy(history ?? '')).toContain('approved by Ada');
  await runInCopy((earlier ?? '').replace('--to 41', `--to ${String(first.revision)}`));
  expect((await versions('production')).of('marketplace')).toBe(first.of('marketplace'));

  changeText('billing', 'title', 'now');
  await slipway('build billing');
  const published = JSON.parse(await slipway('publish billing --env production --json')) as {
    releases: [{ version: string }];
  };
  const release = published.releases[0].version;
  for (const command of documented('docs/runbook.md', 'Canary')) {
    await runInCopy(command.replace('billing@1a2b3c4d', `billing@${release}`));
  }
  expect((await versions('production')).of('billing')).toBe(release);

  for (const command of documented('docs/runbook.md', 'Previews')) await runInCopy(command);
  expect((await versions('preview/pr-123')).of('billing')).toBe(release);
});
