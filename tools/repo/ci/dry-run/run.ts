/**
 * Runs a workflow as GitHub does, one job after another: conditions, matrices, inputs, outputs, variables and secrets of
 * environments. `Host` runs the commands and the actions of others; tests record them, or run them in a clone.
 */
import { type Contexts, interpolated, isMet, type Status, valueOf } from './expressions';
import {
  type CompositeAction,
  inputsOf,
  type Job,
  needsOf,
  readYaml,
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

export interface Host {
  /** The folder with the workflow and action files. */
  root: string;
  github: Record<string, unknown>;
  /** Of a GitHub environment, or of the repository. */
  vars(environment: string | undefined): Record<string, string>;
  secrets(environment: string | undefined): Record<string, string>;
  run(job: JobPlace, script: string, env: Record<string, string>): Promise<Ran>;
  /** An action of another repository, without its version. @throws for one it does not know */
  action(job: JobPlace, name: string, inputs: Record<string, string>): Promise<void>;
}

interface JobResult {
  result: 'success' | 'failure' | 'skipped';
  outputs: Record<string, string>;
}

const textsOf = (fields: Record<string, unknown> = {}, contexts: Contexts) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, interpolated(text, contexts)]));

class JobRun {
  private status: Status = 'success';
  private readonly steps: Record<string, { outputs: Record<string, string>; outcome: string }> = {};

  constructor(
    private readonly host: Host,
    private readonly place: JobPlace,
  ) {}

  async run(steps: readonly Step[], contexts: Contexts, env: Record<string, string>): Promise<Status> {
    for (const step of steps) {
      const known = { ...contexts, env, steps: this.steps };
      if (!isMet(step.if, known, this.status)) continue;
      const ran = await this.step(step, known, { ...env, ...textsOf(step.env, known) });
      if (step.id !== undefined)
        this.steps[step.id] = { outputs: ran.outputs, outcome: ran.code === 0 ? 'success' : 'failure' };
      if (ran.code !== 0) this.status = 'failure';
    }
    return this.status;
  }

  private async step(step: Step, contexts: Contexts, env: Record<string, string>): Promise<Ran> {
    if (step.run !== undefined) return this.host.run(this.place, interpolated(step.run, contexts), env);
    const uses = step.uses ?? '';
    const given = textsOf(step.with, contexts);
    if (uses.startsWith('./')) {
      const action = readYaml(this.host.root, `${uses}/action.yml`) as CompositeAction;
      const inner = new JobRun(this.host, this.place);
      const inputs = inputsOf(action.inputs, given);
      const status = await inner.run(action.runs.steps, { ...contexts, inputs }, env);
      return { code: status === 'success' ? 0 : 1, outputs: {} };
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
  const [entry] = Object.entries(job.strategy?.matrix ?? {});
  if (!entry) return [{}];
  const [name, values] = entry;
  return (valueOf(values, contexts) as unknown[]).map((value) => ({ [name]: value }));
}

async function runJob(
  host: Host,
  workflow: Workflow,
  name: string,
  job: Job,
  contexts: Contexts,
): Promise<JobResult> {
  if (job.uses !== undefined) {
    const called = readYaml(host.root, job.uses) as Workflow;
    const results = await runWorkflow(host, called, textsOf(job.with, contexts));
    const failed = Object.values(results).some(({ result }) => result === 'failure');
    return { result: failed ? 'failure' : 'success', outputs: {} };
  }
  const { environment } = job;
  const named = interpolated(typeof environment === 'object' ? environment.name : environment, contexts);
  const ofEnvironment = named === '' ? undefined : named;
  let outputs = {};
  const { concurrency } = job;
  interpolated(typeof concurrency === 'object' ? concurrency.group : concurrency, contexts);
  for (const matrix of matrixOf(job, contexts)) {
    const values = Object.values(matrix).map(String);
    const place = {
      name: values.length > 0 ? `${name} (${values.join()})` : name,
      permissions: job.permissions ?? workflow.permissions ?? {},
    };
    const known = {
      ...{ ...contexts, matrix },
      ...{ vars: host.vars(ofEnvironment), secrets: host.secrets(ofEnvironment) },
    };
    const outer = textsOf(workflow.env, known);
    const env = { ...outer, ...textsOf(job.env, { ...known, env: outer }) };
    const run = new JobRun(host, place);
    const status = await run.run(job.steps ?? [], known, env);
    if (status === 'failure') return { result: 'failure', outputs: {} };
    outputs = run.texts(job.outputs, known);
    // Read for unknown names only: GitHub shows the address, and queues jobs of one group.
    run.texts({ url: typeof environment === 'object' ? environment.url : '' }, known);
  }
  return { result: 'success', outputs };
}

/** Resolves to the result of every job. A job runs after those that it needs. @throws for what GitHub would reject */
export async function runWorkflow(
  host: Host,
  workflow: Workflow,
  given: Record<string, unknown> = {},
): Promise<Record<string, JobResult>> {
  const inputs = inputsOf(workflow.on.workflow_call?.inputs, given);
  const done: Record<string, JobResult> = {};
  const waiting = new Map(Object.entries(workflow.jobs));
  while (waiting.size > 0) {
    const next = [...waiting].find(([, job]) => needsOf(job).every((one) => one in done));
    if (!next) throw new Error(`Jobs that need each other: ${[...waiting.keys()].join(', ')}`);
    const [name, job] = next;
    waiting.delete(name);
    const needs = Object.fromEntries(needsOf(job).map((one) => [one, done[one]]));
    const contexts = { github: host.github, inputs, needs, vars: host.vars(undefined) };
    const results = Object.values(needs).map((one) => one?.result);
    const status = results.every((result) => result === 'success') ? 'success' : 'failure';
    // `failure()` is about failed jobs; a skipped one skips those that need it, unless they name a status.
    const isFailed = results.includes('failure');
    const namesFailure = job.if?.includes('failure()') ?? false;
    done[name] = isMet(job.if, contexts, namesFailure ? (isFailed ? 'failure' : 'success') : status)
      ? await runJob(host, workflow, name, job, contexts)
      : { result: 'skipped', outputs: {} };
  }
  return done;
}
