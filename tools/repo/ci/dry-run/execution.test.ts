/**
 * The commands that decide what a change affects run, each job in a fresh clone (21.3). Every action and every command of
 * the workflows has an equivalent here, or is in the list of those that cannot run.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { files, read, root } from '../../docs/markdown';
import { executor } from './executor';
import { replaced } from './replacedSteps';
import { openRepository } from './repository';
import { runWorkflow } from './run';
import { parseWorkflow, readAction, readWorkflow, scriptsOf, type Workflow } from './workflow';

const workflow = (name: string) => readWorkflow(root, `.github/workflows/${name}`);
const names = files('.github/workflows/*.yml').map((path) => basename(path));

/** Every step of the files' jobs, and of this repository's actions that they use. */
const steps = names.map(workflow).flatMap(({ jobs }) =>
  Object.values(jobs)
    .flatMap(({ steps: own = [] }) => own)
    .flatMap((step) => (step.uses?.startsWith('./') ? readAction(root, step.uses).runs.steps : [step])),
);
const scripts = new Set(
  names
    .map(workflow)
    .flatMap((one) => scriptsOf(root, one))
    .map(({ script }) => script),
);

const folder = mkdtempSync(join(tmpdir(), 'slipway-workflows-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let runs = 0;
interface Event {
  origin: string;
  github: Parameters<typeof executor>[0]['github'];
  values?: (environment: string | undefined) => Record<string, string>;
}
function runner({ origin, github, values = () => ({}) }: Event) {
  runs += 1;
  const own = join(folder, `run-${String(runs)}`);
  mkdirSync(own);
  return executor({ folder: own, origin, github, vars: values, secrets: values });
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

test('a push affects its slice, and is planned (21.3)', { timeout: 120_000 }, async () => {
  const { origin, commit, edit } = openRepository(join(folder, 'sample'));
  const before = commit('the app');
  edit('apps/billing/src/messages.ts', /^( {2}title: '[^']*)'/m, "$1 today'");
  const github = push(commit('billing: prices'), before, 'billing: prices');
  const slice = runner({ origin, github });
  const { affected } = await runWorkflow(slice.host, only(workflow('slice.yml'), 'affected'), {
    slice: 'billing',
  });
  expect(slice.failures).toEqual([]);
  expect(affected?.outputs).toEqual({ slice: 'billing' });
  const { host, failures } = runner({ origin, github, values: () => ({ SLIPWAY_RELEASE: 'on' }) });
  const { plan } = await runWorkflow(host, only(workflow('release.yml'), 'plan'));
  expect(failures).toEqual([]);
  expect(plan).toMatchObject({ result: 'success', outputs: { services: '[]', packages: 'false' } });
});
