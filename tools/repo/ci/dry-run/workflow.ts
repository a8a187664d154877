/** The parts of workflow and action files that a dry run reads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
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
  runs: { steps: Step[] };
}

export const parseWorkflow = (text: string) => parse(text) as Workflow;

/** A workflow or an action of this repository. */
export const readYaml = (root: string, path: string): unknown =>
  parse(readFileSync(join(root, path), 'utf8'));

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
