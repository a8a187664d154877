/**
 * Runs a workflow as GitHub does, one job after another: conditions, matrices, inputs, outputs, variables and secrets of
 * environments. `Host` runs the commands and the actions of others; tests record them, or run them in a clone.
 * One file: jobs, steps and the workflows that they call refer to each other.
 */
import { type Contexts, failed, interpolated, isMet, type Status, succeeded, valueOf } from './expressions';
import {
  inputsOf,
  type Job,
  needsOf,
  readAction,
  readWorkflow,
  type Script,
  type Step,
  type Workflow,
} from './workflow';

export interface Ran {
  code: number;
  outputs: Record<string, string>;
}

export interface JobPlace {
  /** `job`, or `job (value)` of a matrix. */
  name: string;
  permissions: Record<string, string>;
}

export interface Command extends Script {
  /** As `shell:` names it; GitHub's default without it. */
  shell: string | undefined;
  /** From the workspace. */
  folder: string;
  env: Record<string, string>;
}

export interface Host {
  /** The folder with the workflow and action files. */
  root: string;
  github: Record<string, unknown>;
  /** The variables of a GitHub environment, or of the repository. */
  vars(environment: string | undefined): Record<string, string>;
  secrets(environment: string | undefined): Record<string, string>;
  run(job: JobPlace, command: Command): Promise<Ran>;
  /** An action of another repository, without its version. @throws for one it does not know */
  action(job: JobPlace, name: string, inputs: Record<string, string>): Promise<void>;
}

export interface JobResult {
  result: 'success' | 'failure' | 'skipped';
  outputs: Record<string, string>;
}

const textsOf = (fields: Record<string, unknown> = {}, contexts: Contexts) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, interpolated(text, contexts)]));

class JobRun {
  private status: Status = succeeded;
  private readonly steps: Record<
    string,
    { outputs: Record<string, string>; outcome: string; conclusion: string }
  > = {};

  constructor(
    private readonly host: Host,
    private readonly place: JobPlace,
    /** The place of its scripts, as in `Script`. */
    private readonly at: string,
  ) {}

  async run(steps: readonly Step[], contexts: Contexts, env: Record<string, string>): Promise<Status> {
    for (const step of steps) {
      const known = { ...contexts, env, steps: this.steps };
      if (!isMet(step.if, known, this.status)) {
        if (step.id !== undefined)
          this.steps[step.id] = { outputs: {}, outcome: 'skipped', conclusion: 'skipped' };
        continue;
      }
      const { code, outputs } = await this.step(step, known, { ...env, ...textsOf(step.env, known) });
      const outcome = code === 0 ? 'success' : 'failure';
      const conclusion = step['continue-on-error'] === true ? 'success' : outcome;
      if (step.id !== undefined) this.steps[step.id] = { outputs, outcome, conclusion };
      if (conclusion === 'failure') this.status = failed;
    }
    return this.status;
  }

  private async step(step: Step, contexts: Contexts, env: Record<string, string>): Promise<Ran> {
    if (step.run !== undefined)
      return this.host.run(this.place, {
        ...{ at: this.at, script: interpolated(step.run, contexts).trim(), shell: step.shell, env },
        folder: interpolated(step['working-directory'] ?? '.', contexts),
      });
    const uses = step.uses ?? '';
    const given = textsOf(step.with, contexts);
    if (uses.startsWith('./')) {
      const action = readAction(this.host.root, uses);
      const inner = new JobRun(this.host, this.place, uses);
      const inputs = inputsOf(action.inputs, given);
      const status = await inner.run(action.runs.steps, { ...contexts, inputs }, env);
      return { code: status.success ? 0 : 1, outputs: {} };
    }
    await this.host.action(this.place, uses.replace(/@.*$/, ''), given);
    return { code: 0, outputs: {} };
  }

  /** Texts that refer to the outputs of its steps. */
  texts(declared: Record<string, unknown> | undefined, contexts: Contexts): Record<string, string> {
    return textsOf(declared, { ...contexts, steps: this.steps });
  }
}

/** One run of a job for each value of its matrix. */
function matrixOf(job: Job, contexts: Contexts): Record<string, unknown>[] {
  const entries = Object.entries(job.strategy?.matrix ?? {});
  const [entry] = entries;
  if (!entry) return [{}];
  const [name, values] = entry;
  if (entries.length > 1 || name === 'include')
    throw new Error('The dry run knows matrices of one variable only');
  return (valueOf(values, contexts) as unknown[]).map((value) => ({ [name]: value }));
}

const rights = ['none', 'read', 'write'];

/** @throws when a job of a called workflow asks for more than the caller has, which GitHub rejects */
function checkRights(wanted: Record<string, string>, allowed: Record<string, string> | undefined): void {
  if (!allowed) return;
  for (const [name, right] of Object.entries(wanted))
    if (rights.indexOf(right) > rights.indexOf(allowed[name] ?? 'none'))
      throw new Error(`The caller of the workflow must have the permission ${name}: ${right}`);
}

interface Call {
  /** The permissions of the calling job; undefined for an event. */
  permissions?: Record<string, string> | undefined;
}

async function runJob(
  host: Host,
  workflow: Workflow,
  name: string,
  contexts: Contexts,
  call: Call,
): Promise<JobResult> {
  const job = workflow.jobs[name] ?? {};
  const permissions = job.permissions ?? workflow.permissions ?? {};
  checkRights(permissions, call.permissions);
  if (job.uses !== undefined) {
    const called = readWorkflow(host.root, job.uses);
    const results = await runWorkflow(host, called, textsOf(job.with, contexts), { permissions });
    const hasFailed = Object.values(results).some(({ result }) => result === 'failure');
    return { result: hasFailed ? 'failure' : 'success', outputs: {} };
  }
  const { environment } = job;
  const named = interpolated(typeof environment === 'object' ? environment.name : environment, contexts);
  const ofEnvironment = named === '' ? undefined : named;
  let outputs = {};
  const { concurrency } = job;
  // Read for unknown names only: GitHub queues the jobs of one group.
  interpolated(typeof concurrency === 'object' ? concurrency.group : concurrency, contexts);
  for (const matrix of matrixOf(job, contexts)) {
    const values = Object.values(matrix).map(String);
    const place = { name: values.length > 0 ? `${name} (${values.join()})` : name, permissions };
    const known = {
      ...{ ...contexts, matrix },
      ...{ vars: host.vars(ofEnvironment), secrets: host.secrets(ofEnvironment) },
    };
    const outer = textsOf(workflow.env, known);
    const env = { ...outer, ...textsOf(job.env, { ...known, env: outer }) };
    const run = new JobRun(host, place, `${workflow.name}, ${name}`);
    const status = await run.run(job.steps ?? [], known, env);
    if (status.failure) return { result: 'failure', outputs: {} };
    outputs = run.texts(job.outputs, known);
    const { url = '' } = run.texts({ url: typeof environment === 'object' ? environment.url : '' }, known);
    if (url !== '' && !URL.canParse(url)) throw new Error(`The address of ${name} is "${url}"`);
  }
  return { result: 'success', outputs };
}

/** The jobs that a job needs, and those that they need: status functions are about all of them. */
const ancestorsOf = (workflow: Workflow, name: string): Set<string> =>
  new Set(needsOf(workflow.jobs[name] ?? {}).flatMap((one) => [one, ...ancestorsOf(workflow, one)]));

/** Resolves to the result of every job. A job runs after those that it needs. @throws for what GitHub would reject */
export async function runWorkflow(
  host: Host,
  workflow: Workflow,
  given: Record<string, unknown> = {},
  call: Call = {},
): Promise<Record<string, JobResult>> {
  const inputs = inputsOf(workflow.on.workflow_call?.inputs, given);
  const done: Record<string, JobResult> = {};
  const waiting = new Set(Object.keys(workflow.jobs));
  while (waiting.size > 0) {
    const name = [...waiting].find((one) => needsOf(workflow.jobs[one] ?? {}).every((need) => need in done));
    if (name === undefined) throw new Error(`Jobs that need each other: ${[...waiting].join(', ')}`);
    waiting.delete(name);
    const job = workflow.jobs[name] ?? {};
    const needs = Object.fromEntries(needsOf(job).map((one) => [one, done[one]]));
    const contexts = { github: host.github, inputs, needs, vars: host.vars(undefined) };
    const results = [...ancestorsOf(workflow, name)].map((one) => done[one]?.result);
    const status = {
      success: results.every((result) => result === 'success'),
      failure: results.includes('failure'),
    };
    done[name] = isMet(job.if, contexts, status)
      ? await runJob(host, workflow, name, contexts, call)
      : { result: 'skipped', outputs: {} };
  }
  return done;
}
