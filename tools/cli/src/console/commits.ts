/** The author and the subject of a commit, from the git repository that the console runs in, where it has the commit. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CommitInfo } from './api';

const run = promisify(execFile);

/** Milliseconds: git may wait for a network drive. */
const TIMEOUT = 5000;

export type Commits = (hash: string) => Promise<CommitInfo>;

/** Each commit is read once. */
export function commitsIn(root: string): Commits {
  const known = new Map<string, Promise<CommitInfo>>();
  const read = async (hash: string): Promise<CommitInfo> => {
    const unknown = { hash, author: null, subject: null };
    if (!/^[0-9a-f]{7,64}$/.test(hash)) return unknown;
    const args = ['show', '--no-patch', '--format=%an%x00%s', `${hash}^{commit}`];
    try {
      const { stdout } = await run('git', args, { cwd: root, timeout: TIMEOUT });
      const [author = '', subject = ''] = stdout.trim().split('\0');
      return { hash, author, subject };
    } catch {
      return unknown; // no repository, or another one
    }
  };
  return (hash) => {
    const found = known.get(hash) ?? read(hash);
    known.set(hash, found);
    return found;
  };
}
