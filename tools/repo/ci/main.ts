/**
 * The commands of the workflows: `npx tsx tools/repo/ci/main.ts plan|release|preview|staging|production`. They read
 * environment variables, because a title in a command could contain shell syntax, and write outputs to `GITHUB_OUTPUT`.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { type Change, type Plan, planOf } from './plan';
import { deployPreview } from './preview';
import { releasePlan } from './release';
import { processRunner as runner } from './runner';
import { deployToStaging, promoteApproved } from './slice';
import { type CommandName, variables } from './variables';

const optional = (name: string): string | undefined => process.env[name] || undefined;

function required(name: string): string {
  const value = optional(name);
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

function output(name: string, value: string): void {
  appendFileSync(required('GITHUB_OUTPUT'), `${name}=${value}\n`);
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });

/** The commit to compare with; the parent if the run has none, such as a manual run. */
function base(): string {
  const named = optional('BASE');
  try {
    return git('rev-parse', '--verify', '--quiet', `${named ?? ''}^{commit}`).trim();
  } catch {
    return git('rev-parse', 'HEAD~1').trim();
  }
}

function plan(): void {
  const from = base();
  const changes = git('diff', '--name-status', '--no-renames', from, 'HEAD')
    .split('\n')
    .filter(Boolean)
    .map((line): Change => {
      const [status = '', path = ''] = line.split('\t');
      return { status, path };
    });
  const affected = execFileSync(
    'npx',
    ['nx', 'show', 'projects', '--affected', `--base=${from}`, '--head=HEAD'],
    {
      encoding: 'utf8',
    },
  ).split('\n');
  const planned = planOf(changes, affected, (path) => ({
    now: readFileSync(path, 'utf8'),
    before:
      changes.find((change) => change.path === path)?.status === 'A'
        ? undefined
        : git('show', `${from}:${path}`),
  }));
  console.log(planned);
  output('plan', JSON.stringify(planned));
  output('services', JSON.stringify(planned.services));
  output('packages', String(planned.hasPackages));
}

const commands: Record<CommandName, () => void | Promise<void>> = {
  plan,
  release: () =>
    releasePlan(runner, {
      plan: JSON.parse(required('PLAN')) as Plan,
      environment: required('TARGET'),
      from: optional('FROM'),
      reason: required('REASON'),
      databaseUrl: optional('DATABASE_URL'),
      deployService: optional('DEPLOY_SERVICE'),
      imageOf: (service) => `${required('REGISTRY')}/slipway-${service}:${required('GITHUB_SHA')}`,
    }),
  async preview() {
    const url = await deployPreview(runner, {
      release: required('RELEASE'),
      name: required('PREVIEW'),
      base: required('STAGING'),
      reason: required('REASON'),
    });
    output('url', url);
  },
  staging: () =>
    deployToStaging(runner, {
      release: required('RELEASE'),
      environment: required('STAGING'),
      reason: required('REASON'),
    }),
  production: () =>
    promoteApproved(runner, {
      release: required('RELEASE'),
      from: required('STAGING'),
      to: required('PRODUCTION'),
      reason: required('REASON'),
    }),
};

const isCommand = (name: string): name is CommandName => name in commands;

try {
  const name = process.argv[2] ?? '';
  if (!isCommand(name)) throw new Error(`Give a command: ${Object.keys(commands).join(', ')}`);
  for (const variable of variables[name]) required(variable);
  await commands[name]();
} catch (error) {
  console.error(`::error::${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
