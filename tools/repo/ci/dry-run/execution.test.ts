/**
 * A sample of `wholeRun.test.ts`, which runs every step at night: the workflow of failed tests, in a fresh clone (21.3). At
 * night also the plan of a push, and the images of services.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '@slipway/backend/testing';
import { read, root } from '../../docs/markdown';
import { executor, type Runner } from './executor';
import { replaced } from './replacedSteps';
import { openRepository } from './repository';
import { runWorkflow } from './run';
import { parseWorkflow, readAction, readWorkflow, scriptsOf, type Workflow, workflowFiles } from './workflow';

const workflow = (name: string) => readWorkflow(root, `.github/workflows/${name}`);

/** Every step of the files' jobs, and of this repository's actions that they use. */
const steps = workflowFiles.map(workflow).flatMap(({ jobs }) =>
  Object.values(jobs)
    .flatMap(({ steps: own = [] }) => own)
    .flatMap((step) => (step.uses?.startsWith('./') ? readAction(root, step.uses).runs.steps : [step])),
);
const scripts = new Set(
  workflowFiles
    .map(workflow)
    .flatMap((one) => scriptsOf(root, one))
    .map(({ script }) => script),
);

const folder = newFolder('workflows');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let runs = 0;
interface Event extends Pick<Runner, 'origin' | 'github' | 'env' | 'failing'> {
  values?: (environment: string | undefined) => Record<string, string>;
}
function runner({ values = () => ({}), ...event }: Event) {
  runs += 1;
  const own = join(folder, `run-${String(runs)}`);
  mkdirSync(own);
  return executor({ folder: own, vars: values, secrets: values, ...event });
}

const push = (sha: string, before: string, message: string) => ({
  ...{ event_name: 'push', repository: 'acme/app', ref: 'refs/heads/main', sha },
  event: { before, head_commit: { message } },
});

/** A workflow without the jobs that are not named. */
const only = ({ jobs, ...rest }: Workflow, ...names: string[]): Workflow => ({
  ...rest,
  jobs: Object.fromEntries(Object.entries(jobs).filter(([name]) => names.includes(name))),
});

describe('the files', () => {
  test('have every step that the list replaces, and no expression in a command (21.3)', () => {
    expect([...replaced.keys()].filter((script) => !scripts.has(script))).toEqual([]);
    expect([...scripts].filter((script) => script.includes('${{'))).toEqual([]);
  });

  test('have the scripts of npm that the list replaces (21.3)', () => {
    const { scripts: own } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const called = [...replaced.keys()].flatMap(
      (script) => /^npm (?:run )?(test\S*)$/.exec(script)?.[1] ?? [],
    );
    expect(called).toEqual(['test', 'test:nightly']);
    expect(called.filter((name) => !(name in own))).toEqual([]);
  });

  test('use only actions that have an equivalent here (21.3)', () => {
    const { actions } = runner({ origin: root, github: push('', '', '') });
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses.replace(/@.*/, '')]));
    expect(used.filter((action) => !actions.includes(action))).toEqual([]);
  });

  test('a misspelled output, input or variable is found (21.3)', async () => {
    const text = read('.github/workflows/release.yml');
    const github = push('', '', 'prices');
    for (const [right, wrong] of [
      ['steps.plan.outputs.services', 'steps.plan.outputs.service'],
      ['vars.SLIPWAY_RELEASE', 'vars.SLIPWAY_RELEASES'],
    ] as const) {
      const { host } = runner({ origin: root, github, values: () => ({ SLIPWAY_RELEASE: 'on' }) });
      const answered = {
        ...{ ...host, action: () => Promise.resolve() },
        run: () => Promise.resolve({ code: 0, outputs: { plan: '{}', services: '[]', packages: '' } }),
      };
      const changed = only(parseWorkflow(text.replace(right, wrong)), 'plan');
      await expect(runWorkflow(answered, changed)).rejects.toThrow(`There is no ${wrong}`);
    }
  });
});

describe('a push', { timeout: 120_000 }, () => {
  let repository: ReturnType<typeof openRepository>;
  let github: ReturnType<typeof push>;
  beforeAll(() => {
    repository = openRepository(join(folder, 'sample'));
    const before = repository.commit('the app');
    repository.edit('apps/gateway/src/main.ts', /$/, '// Another release.\n');
    github = push(repository.commit('gateway: again'), before, 'gateway: again');
  }, 300_000);

  test.runIf(process.env['TEST_TIER'] === 'nightly')(
    'is planned, and the image of its service pushed (21.3)',
    async () => {
      const registry = join(folder, 'registry');
      mkdirSync(registry);
      const { host, failures } = runner({
        ...{ origin: repository.origin, github, env: { DRY_RUN_REGISTRY: registry } },
        values: () => ({
          ...{ SLIPWAY_RELEASE: 'on', REGISTRY: 'registry.example' },
          ...{ REGISTRY_USER: 'ci', REGISTRY_PASSWORD: 'a "password"' },
        }),
      });
      const { plan, images } = await runWorkflow(host, only(workflow('release.yml'), 'plan', 'images'));
      expect([failures, plan?.outputs, images?.result]).toMatchObject([
        ...[[], { services: '["gateway"]', packages: 'false' }, 'success'],
      ]);
      expect(readdirSync(registry)).toEqual(['password', `registry.example_slipway-gateway:${github.sha}`]);
      expect(readFileSync(join(registry, 'password'), 'utf8')).toBe('a "password"');
    },
  );

  test('runs the tests, and keeps the results of those that fail (21.3)', async () => {
    const { host, failures } = runner({ origin: repository.origin, github, failing: ['npm test'] });
    const { test: job } = await runWorkflow(host, workflow('ci.yml'));
    expect([failures, job?.result]).toEqual([[], 'failure']);
  });

  test('has the commit before for the pictures of the nightly tests, and keeps their mutation report', async () => {
    const { host, failures, artifacts } = runner({
      ...{ origin: repository.origin, github },
      failing: ['npm sbom --sbom-format cyclonedx --omit dev > sbom.json'], // it needs installed packages
    });
    await runWorkflow(host, workflow('nightly.yml'));
    expect(failures).toEqual([]);
    expect(readdirSync(join(artifacts, 'nightly/docs'))).toEqual(['mutation.md']);
  });
});
