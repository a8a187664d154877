/** From nothing to a deployed page: the commands of `docs/new-slice.md`, in a copy of this workspace. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSession } from '../../support/accounts';
import { documented, runInCopy } from '../../support/documentedCommands';
import { origin } from '../../support/server';
import { env, makeWorkspace } from '../../support/slipwayCli';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';
import { copy, copyWorkspace } from '../../support/workspaceCopy';

test.describe.configure({ timeout: 480_000 });

/** Runs a command in the copy. Returns its seconds. @throws with its output */
function run(...argv: string[]): number {
  const began = Date.now();
  try {
    execFileSync('npx', argv, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`npx ${argv.join(' ')}: ${stdout}${stderr}`, { cause: error });
  }
  return (Date.now() - began) / 1000;
}

test('a slice is generated, built, deployed and opened, and at night checked, tested and linted', async ({
  page,
}) => {
  makeWorkspace();
  copyWorkspace();
  const id = 'invoice-drafts';
  const commands = documented('docs/new-slice.md');
  const times = [] as [string, number][];
  /** Nightly, as TypeScript and knip, which read the whole workspace. A deploy has the checks of `slipway check`. */
  const isLong = (command: string) => /^npx (?:nx (?:test|lint)|slipway check) /.test(command);
  const checks = [
    ...[`npx nx typecheck ${id}`, `npx knip --workspace apps/${id}`],
    ...['npx nx g slice plain-page', 'npx nx test plain-page', 'npx nx typecheck plain-page'],
  ];
  for (const command of isNightly ? [...commands, ...checks] : commands.filter((one) => !isLong(one))) {
    const began = Date.now();
    await runInCopy(command);
    times.push([command, (Date.now() - began) / 1000]);
  }
  await startSession(page);
  await page.goto(`${origin}/invoice-drafts`);
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice Drafts' })).toBeVisible();
  await expect(page).toHaveTitle(/^Invoice Drafts · /);
  // Rows of the demo user, or the empty state: earlier specs of this worker decide.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByText('The list could not be loaded')).toBeHidden();
  expect(readFileSync(join(copy, 'CODEOWNERS'), 'utf8')).toMatch(
    /^\/apps\/invoice-drafts\/ +@slipway\/invoice-drafts-team$/m,
  );
  run('slipway', 'deploy', id, '--remove', '--env', 'local', '--reason', 'it was a test');

  const total = times.reduce((sum, [, seconds]) => sum + seconds, 0);
  console.log(
    [...times, ['from nothing to live', total] as const]
      .map(([what, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${what}`)
      .join('\n'),
  );
});
