/**
 * A host that runs the commands of a workflow: each job in a fresh clone, with the environment of a GitHub runner.
 * Actions of others are replaced by what they do to that clone; an unknown one fails the run.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { actionsFor, type Place } from './actions';
import { commandFiles, readCommandFile } from './commandFiles';
import { linkPackages } from './packages';
import { INSTALL, programs, replaced } from './replacedSteps';
import type { Command, Host, JobPlace, Ran } from './run';
import { scriptAt } from './workflow';

export interface Runner {
  /** An empty folder for this run of a workflow. */
  folder: string;
  /** The repository, as a folder. */
  origin: string;
  /** `ref`, `sha` and the fields that conditions read. */
  github: Record<string, unknown> & { ref: string; sha: string; repository: string; event_name: string };
  vars: Host['vars'];
  secrets: Host['secrets'];
  /** Variables for every step, such as the address of a local service that replaces an external one. */
  env?: Record<string, string>;
  /** The variables of a session with a role of AWS. */
  sessionOf?: (role: string) => Record<string, string>;
  /** Really runs `npm ci`, instead of linking to the packages of this checkout. */
  installs?: boolean;
  /** Replaced scripts that fail. */
  failing?: readonly string[];
}

/** Characters of the output of a failed step. */
const SHOWN = 6_000;

/** The commands with which GitHub runs a script: only `shell: bash` fails for the first program of a pipe. */
const shells: Record<string, string[]> = {
  default: ['-e'],
  bash: ['--noprofile', '--norc', '-eo', 'pipefail'],
};

export function executor(runner: Runner) {
  const { folder, github, vars, secrets, env: outside = {} } = runner;
  const places = new Map<string, Place>();
  const artifacts = join(folder, 'artifacts');
  const actions = actionsFor({ sessionOf: () => ({}), ...runner, artifacts });
  /** Steps that ran as they are, also those that failed. */
  const ran = new Set<string>();
  /** The output of the steps that failed. */
  const failures: string[] = [];

  const placeOf = ({ name }: JobPlace): Place => {
    const found = places.get(name);
    if (found) return found;
    const base = join(folder, `job-${String(places.size)}`);
    const place = {
      ...{ workspace: join(base, 'workspace'), home: join(base, 'home'), temporary: join(base, 'temp') },
      ...{ env: {}, path: [] },
    };
    for (const path of [place.workspace, place.home, place.temporary]) mkdirSync(path, { recursive: true });
    places.set(name, place);
    return place;
  };

  /** The variables that every step gets, besides those of the workflow. */
  const runnerEnv = (place: Place, files: Record<string, string>) => ({
    PATH: [...place.path, programs, process.env.PATH].join(delimiter),
    ...{ LANG: 'C.UTF-8', HOME: place.home },
    ...{ CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_OS: 'Linux', RUNNER_TEMP: place.temporary },
    ...{ GITHUB_WORKSPACE: place.workspace, GITHUB_REPOSITORY: github.repository, GITHUB_ACTOR: 'ada' },
    ...{ GITHUB_SHA: github.sha, GITHUB_REF: github.ref, GITHUB_EVENT_NAME: github.event_name },
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_RUN_ID: '1', GITHUB_RUN_ATTEMPT: '1' },
    ...files,
    ...outside,
    ...place.env,
  });

  async function run(job: JobPlace, command: Command): Promise<Ran> {
    const place = placeOf(job);
    const { script, shell = 'default', env } = command;
    const isLinked = script === INSTALL && !runner.installs;
    if (isLinked) linkPackages(place.workspace);
    const step = script === INSTALL && runner.installs ? undefined : replaced.get(script);
    if (runner.failing?.includes(script)) return { code: 1, outputs: {} };
    if (step && step.instead === undefined) return { code: 0, outputs: {} };
    const files = commandFiles(place.temporary);
    const file = join(place.temporary, 'script.sh');
    writeFileSync(file, step?.instead ?? script);
    const options = shells[shell];
    if (!options) throw new Error(`The dry run has no shell ${shell}`);
    const { code, output } = await runScript([...options, file], join(place.workspace, command.folder), {
      ...runnerEnv(place, files.variables),
      ...env,
    });
    Object.assign(place.env, readCommandFile(files.text('GITHUB_ENV')));
    place.path.unshift(...files.text('GITHUB_PATH').split('\n').filter(Boolean));
    if (!step) ran.add(scriptAt(command));
    if (code !== 0) failures.push(`${job.name}: ${script}\n${output.slice(-SHOWN)}`);
    return { code, outputs: readCommandFile(files.text('GITHUB_OUTPUT')) };
  }

  const host: Host = {
    ...{ root: runner.origin, github, vars, secrets, run },
    action(job, name, inputs) {
      const action = actions[name];
      if (!action) throw new Error(`${name} has no equivalent in actions.ts`);
      action(placeOf(job), inputs, job);
      return Promise.resolve();
    },
  };
  return { host, ran, failures, artifacts, actions: Object.keys(actions) };
}

function runScript(
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}
