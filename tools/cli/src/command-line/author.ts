/** Who makes a change: what the build service says, else git, else the machine's account. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** GitHub, GitLab, Buildkite, CircleCI, Azure; `SLIPWAY_AUTHOR` goes before all of them. */
const variables = [
  'SLIPWAY_AUTHOR',
  'GITHUB_ACTOR',
  'GITLAB_USER_LOGIN',
  'BUILDKITE_BUILD_CREATOR',
  'CIRCLE_USERNAME',
  'BUILD_REQUESTEDFOR',
] as const;

export function author(env: NodeJS.ProcessEnv, root: string): string {
  const named = variables.map((name) => env[name]?.trim()).find(Boolean);
  if (named) return named;
  try {
    const name = execFileSync('git', ['config', 'user.name'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (name.toString().trim()) return name.toString().trim();
  } catch {
    // no git, or nobody is named there
  }
  return userInfo().username;
}
