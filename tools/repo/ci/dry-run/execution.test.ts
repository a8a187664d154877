/**
 * The commands that decide what a change affects run, each job in a fresh clone (21.3). Every action and every command of
 * the workflows has an equivalent here, or is in the list of those that cannot run.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { read, root } from '../../docs/markdown';
import { executor, readCommandFile } from './executor';
import { replaced } from './replacedSteps';
import { openRepository } from './repository';
import { runWorkflow } from './run';
import { type CompositeAction, parseWorkflow, readYaml, type Step, type Workflow } from './workflow';

const files = ['ci.yml', 'slice.yml', 'release.yml'];
const workflow = (name: string) => parseWorkflow(read(`.github/workflows/${name}`));

/** The steps of a file's jobs, and those of this repository's actions that they use. */
const stepsOf = ({ jobs }: Workflow): Step[] =>
  Object.values(jobs)
    .flatMap(({ steps = [] }) => steps)
    .flatMap((step) =>
      step.uses?.startsWith('./')
        ? (readYaml(root, `${step.uses}/action.yml`) as CompositeAction).runs.steps
        : [step],
    );
const steps = files.map(workflow).flatMap(stepsOf);
const scripts = new Set(steps.flatMap(({ run }) => (run === undefined ? [] : [run.trim()])));

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

  test('outputs of several lines are read', () => {
    expect(readCommandFile('a=1=2\nnotes<<END\none\ntwo\nEND\nempty=\n')).toEqual({
      ...{ a: '1=2', notes: 'one\ntwo', empty: '' },
    });
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
