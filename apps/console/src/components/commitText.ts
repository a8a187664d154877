/** The commit that a release was built from: `1a2b3c4d Round totals, with uncommitted changes`. */
import type { ReleaseInfo } from '@slipway/cli/console';
import { text } from '../messages';

export function commitText({
  commit: { hash, subject },
  hasUncommittedChanges,
}: Pick<ReleaseInfo, 'commit' | 'hasUncommittedChanges'>): string {
  const commit = subject === null ? hash.slice(0, 8) : `${hash.slice(0, 8)} ${subject}`;
  return hasUncommittedChanges ? text.uncommitted(commit) : commit;
}
