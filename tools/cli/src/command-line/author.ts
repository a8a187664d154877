/** The author of a change: the user that CI names, else Git's, else the machine's. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** In order of precedence: our own variable, then those of GitHub, GitLab, Buildkite, CircleCI and Azure. */
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
    // Git is not installed, or has no user.name.
  }
  return userInfo().username;
}
