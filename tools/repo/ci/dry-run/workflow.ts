/** The parts of workflow and action files that a dry run reads. A key that it does not know fails it. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { files } from '../../docs/markdown';

export interface Step {
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  shell?: string;
  'working-directory'?: string;
  'continue-on-error'?: boolean;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
}

export interface Job {
  needs?: string | string[];
  if?: string;
  env?: Record<string, unknown>;
  environment?: string | { name: string; url?: string };
  permissions?: Record<string, string>;
  concurrency?: string | { group: string };
  outputs?: Record<string, string>;
  strategy?: { matrix: Record<string, unknown> };
  steps?: Step[];
  /** Another workflow, with `with` as its inputs. */
  uses?: string;
  with?: Record<string, unknown>;
}

interface Input {
  default?: unknown;
  required?: boolean;
}

export interface Workflow {
  name: string;
  on: { workflow_call?: { inputs?: Record<string, Input> } };
  permissions?: Record<string, string>;
  env?: Record<string, unknown>;
  jobs: Record<string, Job>;
}

export interface CompositeAction {
  inputs?: Record<string, Input>;
  runs: { using: string; steps: Step[] };
}

/** Without effect on what a dry run shows: `runs-on`, `timeout-minutes`, `description`. */
const known = {
  workflow: ['name', 'on', 'permissions', 'concurrency', 'env', 'jobs'],
  job: [
    ...['needs', 'if', 'env', 'environment', 'permissions', 'concurrency', 'outputs', 'strategy', 'steps'],
    ...['uses', 'with', 'runs-on', 'timeout-minutes'],
  ],
  step: [
    ...['id', 'name', 'if', 'uses', 'run', 'shell', 'working-directory', 'continue-on-error'],
    ...['with', 'env', 'timeout-minutes'],
  ],
  action: ['name', 'description', 'inputs', 'runs'],
};

function checkKeys(kind: keyof typeof known, fields: object): void {
  const unknown = Object.keys(fields).filter((key) => !known[kind].includes(key));
  if (unknown.length > 0) throw new Error(`The dry run does not know ${unknown.join(', ')} of a ${kind}`);
}

const checkSteps = (steps: Step[] = []) => {
  for (const step of steps) checkKeys('step', step);
};

/** @throws for a key that the dry run would ignore */
export function parseWorkflow(text: string): Workflow {
  const workflow = parse(text) as Workflow;
  checkKeys('workflow', workflow);
  for (const job of Object.values(workflow.jobs)) {
    checkKeys('job', job);
    checkSteps(job.steps);
  }
  return workflow;
}

/** The workflows of this repository, by file name. */
export const workflowFiles = files('.github/workflows/*.yml').map((path) => basename(path));

export const readWorkflow = (root: string, path: string) =>
  parseWorkflow(readFileSync(join(root, path), 'utf8'));

/** An action of this repository, by its folder. @throws for a key that the dry run would ignore */
export function readAction(root: string, folder: string): CompositeAction {
  const action = parse(readFileSync(join(root, folder, 'action.yml'), 'utf8')) as CompositeAction;
  checkKeys('action', action);
  if (action.runs.using !== 'composite') throw new Error(`${folder} is no composite action`);
  checkSteps(action.runs.steps);
  return action;
}

export const needsOf = ({ needs = [] }: Job): string[] => (typeof needs === 'string' ? [needs] : needs);

/** Inputs that are given, with the defaults of the others. @throws for one that is missing or unknown */
export function inputsOf(declared: Record<string, Input> = {}, given: Record<string, unknown>) {
  for (const name of Object.keys(given))
    if (!(name in declared)) throw new Error(`There is no input ${name}`);
  return Object.fromEntries(
    Object.entries(declared).map(([name, { default: value, required }]) => {
      if (required && !(name in given)) throw new Error(`Input ${name} is missing`);
      return [name, given[name] ?? value ?? ''];
    }),
  );
}

/** A `run:` step of a file. */
export interface Script {
  /** The name of a job (`release, staging`) or of an action's folder. */
  at: string;
  script: string;
}

export const scriptAt = ({ at, script }: Script) => `${at}: ${script}`;

const scriptsIn = (at: string, steps: Step[]) =>
  steps.flatMap(({ run }) => (run === undefined ? [] : [{ at, script: run.trim() }]));

/** Every `run:` step of a workflow, and of the actions of this repository that it uses. */
export const scriptsOf = (root: string, { name, jobs }: Workflow): Script[] =>
  Object.entries(jobs).flatMap(([job, { steps = [] }]) => [
    ...scriptsIn(`${name}, ${job}`, steps),
    ...steps.flatMap(({ uses = '' }) =>
      uses.startsWith('./') ? scriptsIn(uses, readAction(root, uses).runs.steps) : [],
    ),
  ]);
