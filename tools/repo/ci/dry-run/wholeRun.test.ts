/**
 * Every step of every workflow runs, each job in a fresh clone: a migration, the shell, a service and a package go to
 * staging and production, then a slice, then a pull request of it; the tests and the timestamps follow (21.3). The steps
 * that cannot run are in `replacedSteps.ts`. At night: installs, builds and tests take minutes. Sample: `execution.test.ts`.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '@slipway/backend/testing';
import { published } from '@slipway/pack/published';
import { read, root } from '../../docs/markdown';
import { guideExample } from './guide';
import { npmSetting } from './outside/npmRegistry';
import { openTeam, type Team } from './outside/team';
import { replaced } from './replacedSteps';
import { type JobResult, runWorkflow } from './run';
import { readWorkflow, scriptAt, scriptsOf, workflowFiles } from './workflow';

const workflow = (name: string) => readWorkflow(root, `.github/workflows/${name}.yml`);
const workflows = [
  ...workflowFiles.map((name) => workflow(name.replace('.yml', ''))),
  guideExample('timestamps.yml'),
];

const results = (done: Record<string, JobResult>) =>
  Object.fromEntries(Object.entries(done).map(([name, { result }]) => [name, result]));

/** The published versions when the team's repository has `commits` of programs. */
const versionsAt = (commits: number) =>
  published.map(({ folder, runs }) => {
    const { name, version } = JSON.parse(read(`${folder}/package.json`)) as { name: string; version: string };
    return { name, version: runs ? version.replace(/\d+$/, String(commits)) : version };
  });
const versions = versionsAt(1);
/** A later minor version of a library that slices share. */
const next = semver.inc(versions.find(({ name }) => name === '@slipway/data')?.version ?? '', 'minor') ?? '';
const MIGRATION = '20991231000000';

describe.runIf(process.env['TEST_TIER'] === 'nightly')('the workflows', { timeout: 1_800_000 }, () => {
  let folder: string;
  let team: Team;
  let before: string;
  /** Everything that ran as it is. */
  const ran = new Set<string>();
  beforeAll(async () => {
    folder = newFolder('workflows');
    team = await openTeam(
      folder,
      versions
        .filter(({ name }) => name !== '@slipway/data')
        .map(({ name, version }) => `${name}@${version}`),
    );
    before = team.repository.commit('the app');
  }, 600_000);
  afterAll(async () => {
    await team?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const github = (sha: string, event: object, event_name = 'push', ref = 'refs/heads/main') => ({
    ...{ event_name, repository: 'acme/app', ref, sha, event },
  });
  const push = (message: string) => {
    const sha = team.repository.commit(message);
    const event = github(sha, { before, head_commit: { message } });
    before = sha;
    return event;
  };
  /** The failures, and the result of each job. */
  async function run(
    name: Parameters<typeof runWorkflow>[1],
    event: ReturnType<typeof github>,
    { inputs = {}, ...options }: { inputs?: Record<string, string> } & Parameters<Team['runner']>[1] = {},
  ) {
    const runner = team.runner(event, options);
    const done = await runWorkflow(runner.host, name, inputs);
    for (const step of runner.ran) ran.add(step);
    return { failures: runner.failures, results: results(done), done, runner };
  }
  const status = (environment: string) => team.slipway('status', '--env', environment);

  test('release: a migration, the shell, a service and a package reach production', async () => {
    const { repository, projects, images, npm } = team;
    repository.write(
      `supabase/migrations/${MIGRATION}_dry_run.sql`,
      "-- A comment.\n-- Locks: nothing.\n\ncomment on schema private is 'not exposed';\n",
    );
    repository.edit('apps/shell/src/messages.ts', /$/, '// Another release.\n');
    repository.edit('apps/gateway/src/main.ts', /$/, '// Another release.\n');
    repository.edit('libs/data/package.json', /"version": "[^"]+"/, `"version": "${next}"`);
    repository.edit('tools/vite/src/index.ts', /$/, '// Another release.\n');
    const { failures, results: jobs } = await run(workflow('release'), push('a "quoted" $(release)'));
    expect(failures).toEqual([]);
    expect(new Set(Object.values(jobs))).toEqual(new Set(['success']));
    for (const name of ['staging', 'production'] as const) {
      expect(await projects[name].migration()).toBe(MIGRATION);
      expect(await status(name)).toMatch(/^\s*shell /m);
      expect(readFileSync(join(images, name), 'utf8')).toBe('gateway\ncollector\n');
    }
    expect(readFileSync(join(images, 'password'), 'utf8')).toBe('registry password');
    const changed = versionsAt(2).filter(({ version }, index) => version !== versions[index]?.version);
    expect(npm.published.toSorted()).toEqual(
      [...changed, { name: '@slipway/data', version: next }]
        .map(({ name, version }) => `${name}@${version}`)
        .sort(),
    );
  });

  test('slice: a push reaches production', async () => {
    team.repository.edit('apps/billing/src/messages.ts', /^( {2}title: '[^']*)'/m, "$1 today'");
    const {
      failures,
      done,
      results: jobs,
    } = await run(workflow('slice'), push('billing: prices'), {
      inputs: { slice: 'billing' },
    });
    expect(failures).toEqual([]);
    expect(jobs).toMatchObject({ preview: 'skipped', production: 'success' });
    const version = done['publish']?.outputs['release']?.replace('billing@', '') ?? '';
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    for (const name of ['staging', 'production']) expect(await status(name)).toContain(version.slice(0, 8));
  });

  test('slice: a pull request gets a preview, with the caller of docs/ci.md', async () => {
    const { repository } = team;
    repository.git('switch', '--quiet', '--create', 'prices');
    repository.edit('apps/billing/src/messages.ts', / today'/, " tomorrow'");
    const sha = repository.commit('billing: other prices');
    repository.git('update-ref', 'refs/pull/7/merge', sha);
    repository.git('switch', '--quiet', 'main');
    const pull_request = {
      ...{ title: 'Other "prices"', base: { sha: before } },
      head: { repo: { full_name: 'acme/app' } },
    };
    const event = github(sha, { number: 7, pull_request }, 'pull_request', 'refs/pull/7/merge');
    const { failures, results: jobs } = await run(guideExample('billing.yml'), event);
    expect([failures, jobs]).toEqual([[], { billing: 'success' }]);
    expect(await status('preview/pr-7')).toMatch(/^\s*billing /m);
    expect(await team.slipway('history', '--env', 'preview/pr-7')).toContain('Other "prices"');
  });

  test('timestamps: they are renewed by the key of that job only', async () => {
    const { failures, results: jobs } = await run(
      guideExample('timestamps.yml'),
      github(before, {}, 'schedule'),
    );
    expect([failures, jobs]).toEqual([[], { renew: 'success' }]);
  });

  test('ci: the results of failed tests are kept', async () => {
    const event = github(before, { before });
    expect((await run(workflow('ci'), event)).results).toEqual({ test: 'success' });
    expect((await run(workflow('ci'), event, { failing: ['npm test'] })).results).toEqual({
      test: 'failure',
    });
  });

  test('nightly: packages are installed, and a vulnerable one fails it', async () => {
    const npm = {
      ...{ NPM_CONFIG_REGISTRY: team.npm.origin, NPM_CONFIG_CACHE: npmSetting('cache') },
      NPM_CONFIG_PREFER_OFFLINE: 'true',
    };
    const event = github(before, {}, 'schedule');
    const {
      failures,
      results: jobs,
      runner,
    } = await run(workflow('nightly'), event, {
      ...{ installs: true, env: npm },
    });
    expect([failures, jobs]).toEqual([[], { nightly: 'success' }]);
    expect(readdirSync(join(runner.artifacts, 'nightly'))).toContain('sbom.json');
    team.npm.advisories['react'] = 'high';
    const vulnerable = await run(workflow('nightly'), event, { installs: true, env: npm });
    expect(vulnerable.results).toEqual({ nightly: 'failure' });
    expect(vulnerable.failures).toEqual([expect.stringContaining('a hole in react') as string]);
  });

  test('every step ran, or is in the list of those that cannot', () => {
    const absent = workflows
      .flatMap((one) => scriptsOf(root, one))
      .filter((step) => !ran.has(scriptAt(step)) && !replaced.has(step.script));
    expect(absent.map(scriptAt)).toEqual([]);
  });
});
