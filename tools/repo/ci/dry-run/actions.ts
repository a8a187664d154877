/** The effects of third-party actions on a clone. A workflow with an action that is not here fails the dry run. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { JobPlace } from './run';

/** Where a job runs. */
export interface Place {
  workspace: string;
  home: string;
  temporary: string;
  /** Variables that steps wrote to `GITHUB_ENV`. */
  env: Record<string, string>;
  /** Folders that steps wrote to `GITHUB_PATH`. */
  path: string[];
}

export interface ActionSettings {
  /** The repository, as a folder. */
  origin: string;
  github: { ref: string; sha: string };
  /** Artifacts of the run. */
  artifacts: string;
  /** The variables of a session with a role. */
  sessionOf(role: string): Record<string, string>;
}

type Action = (place: Place, inputs: Record<string, string>, job: JobPlace) => void;

/** The files that a path or a pattern of `upload-artifact` names, from the workspace. */
const matching = (workspace: string, pattern: string): string[] =>
  execFileSync('bash', ['-O', 'globstar', '-O', 'nullglob', '-c', `printf '%s\\n' ${pattern}`], {
    ...{ cwd: workspace, encoding: 'utf8' },
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(workspace, path)));

/** As the action: hidden files stay behind. */
const isVisible = (path: string) => !basename(path).startsWith('.');

function upload(workspace: string, target: string, inputs: Record<string, string>): void {
  const patterns = (inputs['path'] ?? '').trim().split('\n');
  const [only = ''] = patterns;
  mkdirSync(target, { recursive: true });
  // The content of a single folder is at the top of the artifact.
  if (patterns.length === 1 && existsSync(join(workspace, only))) {
    cpSync(join(workspace, only), target, {
      recursive: true,
      filter: (path) => path === join(workspace, only) || isVisible(path),
    });
    return;
  }
  const found = patterns
    .flatMap((pattern) => matching(workspace, pattern))
    .filter((path) => path.split('/').every(isVisible) && statSync(join(workspace, path)).isFile());
  if (found.length === 0 && inputs['if-no-files-found'] === 'error')
    throw new Error(`There is no ${patterns.join(', ')} to upload`);
  for (const path of found) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(workspace, path), join(target, path));
  }
}

export const actionsFor = ({
  origin,
  github,
  artifacts,
  sessionOf,
}: ActionSettings): Record<string, Action> => ({
  'actions/checkout'({ workspace }, inputs) {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'pipe' });
    git('init', '--quiet');
    const { 'fetch-depth': depth = '1' } = inputs;
    git('fetch', '--quiet', ...(depth === '0' ? [] : [`--depth=${depth}`]), `file://${origin}`, github.ref);
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
  'aws-actions/configure-aws-credentials'({ env }, inputs, { name, permissions }) {
    for (const input of ['role-to-assume', 'aws-region'])
      if (!inputs[input]) throw new Error(`configure-aws-credentials of ${name} got no ${input}`);
    if (permissions['id-token'] !== 'write')
      throw new Error(`${name} needs the permission id-token: write to assume a role`);
    Object.assign(env, sessionOf(inputs['role-to-assume'] ?? ''));
  },
  'actions/upload-artifact'({ workspace }, inputs) {
    upload(workspace, join(artifacts, inputs['name'] ?? 'artifact'), inputs);
  },
  'actions/download-artifact'({ workspace }, { name = '', path = '' }) {
    if (!existsSync(join(artifacts, name))) throw new Error(`There is no artifact ${name}`);
    cpSync(join(artifacts, name), join(workspace, path), { recursive: true });
  },
});
