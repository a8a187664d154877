/**
 * A host that runs the commands of a workflow: each job in a fresh clone, with the environment of a GitHub runner.
 * Actions of others are replaced by what they do to that clone; an unknown one fails the run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkPackages } from './packages';
import { replaced } from './replacedSteps';
import type { Host, JobPlace, Ran } from './run';

export interface Runner {
  /** An empty folder for this run of a workflow. */
  folder: string;
  /** The repository, as a folder. */
  origin: string;
  /** `ref`, `sha` and the fields that conditions read. */
  github: Record<string, unknown> & { ref: string; sha: string; repository: string; event_name: string };
  vars: Host['vars'];
  secrets: Host['secrets'];
}

interface Place {
  workspace: string;
  home: string;
  temporary: string;
  /** Variables that steps wrote to `GITHUB_ENV`. */
  env: Record<string, string>;
}

/** `name=value` lines, and values of several lines after `name<<end`. */
export function readCommandFile(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name, sign, rest = ''] = /^([\w-]+)(=|<<)(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const end = sign === '<<' ? lines.indexOf(rest) : 0;
    pairs[name] =
      sign === '<<'
        ? lines
            .splice(0, end + 1)
            .slice(0, -1)
            .join('\n')
        : rest;
  }
  return pairs;
}

/** Characters of the output of a failed step. */
const SHOWN = 6_000;

export function executor({ folder, origin, github, vars, secrets }: Runner) {
  const places = new Map<string, Place>();
  const artifacts = join(folder, 'artifacts');
  /** Scripts that ran as they are. */
  const ran = new Set<string>();
  /** The output of the steps that failed. */
  const failures: string[] = [];

  const placeOf = ({ name }: JobPlace): Place => {
    const known = places.get(name);
    if (known) return known;
    const base = join(folder, `job-${String(places.size)}`);
    const place = {
      workspace: join(base, 'workspace'),
      home: join(base, 'home'),
      temporary: join(base, 'temp'),
      env: {},
    };
    for (const path of [place.workspace, place.home, place.temporary]) mkdirSync(path, { recursive: true });
    places.set(name, place);
    return place;
  };

  /** The variables that every step gets, besides those of the workflow. */
  const runnerEnv = (place: Place, files: Record<string, string>) => ({
    ...{ PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: place.home },
    ...{ CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_OS: 'Linux', RUNNER_TEMP: place.temporary },
    ...{ GITHUB_WORKSPACE: place.workspace, GITHUB_REPOSITORY: github.repository, GITHUB_ACTOR: 'ada' },
    ...{ GITHUB_SHA: github.sha, GITHUB_REF: github.ref, GITHUB_EVENT_NAME: github.event_name },
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_RUN_ID: '1', GITHUB_RUN_ATTEMPT: '1' },
    ...files,
    ...place.env,
  });

  async function run(job: JobPlace, script: string, env: Record<string, string>): Promise<Ran> {
    const place = placeOf(job);
    const step = replaced.get(script.trim());
    if (step?.does === 'link packages') linkPackages(place.workspace);
    if (step) return { code: 0, outputs: {} };
    const files = Object.fromEntries(
      ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'].map((name) => {
        const path = join(place.temporary, name);
        writeFileSync(path, '');
        return [name, path];
      }),
    );
    const file = join(place.temporary, 'script.sh');
    writeFileSync(file, script);
    const { code, output } = await runScript(file, place.workspace, { ...runnerEnv(place, files), ...env });
    const written = (name: string) => readCommandFile(readFileSync(join(place.temporary, name), 'utf8'));
    Object.assign(place.env, written('GITHUB_ENV'));
    if (code === 0) ran.add(script.trim());
    else failures.push(`${job.name}: ${script.trim()}\n${output.slice(-SHOWN)}`);
    return { code, outputs: written('GITHUB_OUTPUT') };
  }

  const actions: Record<string, (place: Place, inputs: Record<string, string>) => void> = {
    'actions/checkout'({ workspace }, inputs) {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'pipe' });
      git('init', '--quiet');
      const depth = inputs['fetch-depth'] === '0' ? [] : ['--depth=1'];
      git('fetch', '--quiet', ...depth, `file://${origin}`, github.ref);
      git('checkout', '--quiet', github.sha);
    },
    // Node is there. With a registry, npm gets its address and the token.
    'actions/setup-node'({ temporary, env }, inputs) {
      const registry = inputs['registry-url'];
      if (!registry) return;
      const config = join(temporary, 'npmrc');
      writeFileSync(
        config,
        `registry=${registry}\n${registry.replace(/^https?:/, '')}/:_authToken=\${NODE_AUTH_TOKEN}\n`,
      );
      env['NPM_CONFIG_USERCONFIG'] = config;
    },
    // The store is a folder, which needs no credentials.
    'aws-actions/configure-aws-credentials'(_, inputs) {
      for (const name of ['role-to-assume', 'aws-region'])
        if (!inputs[name]) throw new Error(`configure-aws-credentials got no ${name}`);
    },
    'actions/upload-artifact'({ workspace }, { name = '', path = '' }) {
      if (!existsSync(join(workspace, path))) throw new Error(`There is no ${path} to upload`);
      cpSync(join(workspace, path), join(artifacts, name), { recursive: true });
    },
    'actions/download-artifact'({ workspace }, { name = '', path = '' }) {
      cpSync(join(artifacts, name), join(workspace, path), { recursive: true });
    },
  };

  const host: Host = {
    ...{ root: origin, github, vars, secrets, run },
    action(job, name, inputs) {
      const action = actions[name];
      if (!action) throw new Error(`${name} has no equivalent in executor.ts`);
      action(placeOf(job), inputs);
      return Promise.resolve();
    },
  };
  return { host, ran, failures, actions: Object.keys(actions) };
}

function runScript(
  file: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-e', file], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}
