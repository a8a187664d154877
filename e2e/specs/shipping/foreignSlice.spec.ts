/**
 * A slice from outside the workspace, with only the published packages: it has its folder, packages and Rspack
 * configuration. Source: `examples/foreign-slice`, built as `docs/foreign-slice.md` says. At night, because packing and
 * installing takes a minute. Sample: `tools/pack/src/pack.test.ts` packs two packages.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '@slipway/pack';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { signIn } from '../../support/accounts';
import { documented } from '../../support/documentedCommands';
import { expectNoSidewaysScroll } from '../../support/layoutAssertions';
import { origin, root } from '../../support/server';
import { env, makeWorkspace, slipway } from '../../support/slipwayCli';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'it packs and installs every package: TEST_TIER=nightly');
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const example = join(root, 'examples/foreign-slice');
let place: string;
let slice: string;

interface Release {
  version: string;
  requires: Record<string, string>;
  files: Record<string, { integrity: string }>;
}
const releaseIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'dist/release.json'), 'utf8')) as Release;

/** Without the variables that npm set for this workspace. */
const teamEnv = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_')));

/** Runs a program in the team's folder. @throws with its output */
function run(folder: string, command: string, ...args: string[]): string {
  try {
    return execFileSync(command, args, { cwd: folder, env: teamEnv, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
  }
}

test.beforeAll(async () => {
  // Packing compiles all libraries, and npm downloads packages that are not in its cache.
  test.setTimeout(300_000);
  makeWorkspace();
  place = mkdtempSync(join(tmpdir(), 'slipway-foreign-'));
  slice = join(place, 'whats-new');
  cpSync(example, slice, { recursive: true, filter: (path) => !/\/(?:node_modules|dist)$/.test(path) });
  const tarballs = await pack(join(place, 'registry'));
  run(slice, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs);
});
test.afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

test('installs the published packages, without links to the workspace', () => {
  const names = readdirSync(join(slice, 'node_modules/@slipway')).sort();
  expect(names).toEqual([
    ...[
      'build',
      'cli',
      'contracts',
      'data',
      'design-system',
      'health',
      'log',
      'platform',
      'server',
      'session',
      'vite',
      'webpack',
    ],
  ]);
  for (const name of names) {
    const folder = join(slice, 'node_modules/@slipway', name);
    expect(readdirSync(folder).sort()).toEqual(['dist', 'package.json']);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toMatch(/src\/|workspace:|file:|link:/);
  }
  // Libraries of the shell are type declarations only, so they cannot be bundled again.
  for (const name of ['data', 'design-system', 'platform', 'session']) {
    const files = readdirSync(join(slice, 'node_modules/@slipway', name, 'dist'), {
      recursive: true,
      withFileTypes: true,
    });
    expect(files.filter((file) => file.isFile() && !file.name.endsWith('.d.ts'))).toEqual([]);
  }
});

test('is checked, built, published, deployed, opened and removed', async ({ page }) => {
  run(slice, 'npm', 'run', 'typecheck');
  run(slice, 'npm', 'run', 'build');
  const release = releaseIn(slice);
  expect(Object.keys(release.requires).sort()).toEqual([
    '@slipway/data',
    '@slipway/design-system',
    '@slipway/platform',
    '@slipway/session',
    '@tanstack/react-query',
    'react/jsx-runtime',
  ]);
  expect(run(slice, 'npx', 'slipway', 'check', '.', '--env', 'local')).toMatch(/^All checks passed/);
  expect(run(slice, 'npx', 'slipway', 'publish', '.', '--env', 'local')).toMatch(
    /^whats-new \w{8} published to /,
  );
  expect(() => run(slice, 'npx', 'slipway', 'dev', '.', '--against', 'local')).toThrow(
    /There is no slice shell/,
  );
  run(slice, 'npx', 'slipway', 'deploy', '.', '--env', 'local', '--reason', 'the first page');

  await page.goto(`${origin}/whats-new`);
  await expect(page.getByRole('heading', { level: 1, name: 'What’s New' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'The 3 newest agents' })).toBeVisible();
  await expect(page.getByText('Made by the newsletter team')).toBeVisible();
  await expect(page.locator('article')).toHaveCount(3);
  await expect(page.getByText('Sign in to deploy one of them.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFindings(page)).toEqual([]);
      await expectNoSidewaysScroll(page, `${colorScheme}, ${String(width)} px`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await signIn(page);
  await page.goto(`${origin}/whats-new`);
  await expect(page.getByText('You are signed in as demo@slipway.example.')).toBeVisible();
  // The slice uses the app's router: the next page is in the same document.
  await page.evaluate(() => {
    document.documentElement.dataset['marked'] = 'yes';
  });
  await page.getByRole('main').getByRole('link', { name: 'All agents' }).click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset['marked'])).toBe('yes');

  const documentedLines = documented('docs/foreign-slice.md', 'Commands');
  const line = (pattern: RegExp) => documentedLines.find((one) => pattern.test(one)) ?? 'false';
  run(slice, 'sh', '-c', line(/slipway conform/));
  run(slice, 'sh', '-c', line(/--base local/));
  appendFileSync(join(slice, 'src/about.txt'), ' Twice.');
  run(slice, 'sh', '-c', line(/rspack build/));
  run(slice, 'sh', '-c', line(/deploy \. --env local/));
  run(slice, 'sh', '-c', line(/slipway rollback/));
  await slipway('deploy', 'whats-new', '--remove', '--env', 'local', '--reason', 'it was a test');
  expect((await page.request.get(`${origin}/whats-new`)).status()).toBe(404);
});

test('has the same bytes and version when built in another folder', () => {
  const elsewhere = join(place, 'much/deeper/in/another folder');
  mkdirSync(elsewhere, { recursive: true });
  // Links to the same files, which saves the minute of another installation.
  run(place, 'cp', '--archive', '--link', `${slice}/.`, elsewhere);
  rmSync(join(elsewhere, 'dist'), { recursive: true });
  run(elsewhere, 'npm', 'run', 'build');
  expect(releaseIn(elsewhere).files).toEqual(releaseIn(slice).files);
  expect(releaseIn(elsewhere).version).toBe(releaseIn(slice).version);
});
