/** The app of an earlier commit: a contender of `bench/pages.ts --before <commit>`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Side, start } from '../slowPages';

/** Clones, installs and starts the commit in `place`. @throws when the commit does not exist or does not start */
export function startEarlier(commit: string, root: string, place: string, port: number): Promise<Side> {
  const checkout = join(place, 'earlier');
  execFileSync('git', ['clone', '--quiet', root, checkout]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: checkout });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'ignore' });
  return start(checkout, port, { SLIPWAY_HOME: join(place, 'home-earlier') });
}
