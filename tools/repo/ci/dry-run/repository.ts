/** A repository with the files of this checkout, for the workflows to clone. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { files, root } from '../../docs/markdown';

/** The repository of `origin`: each commit is what a team pushes. */
export function openRepository(folder: string) {
  const origin = join(folder, 'origin');
  for (const file of files('.').filter((path) => !path.startsWith('docs/screens/'))) {
    if (!existsSync(join(root, file))) continue; // removed, and not committed
    mkdirSync(join(origin, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(origin, file));
  }
  const git = (...args: string[]) => {
    const user = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return execFileSync('git', [...user, ...args], { cwd: origin, encoding: 'utf8', stdio: 'pipe' }).trim();
  };
  git('init', '--quiet', '--initial-branch=main');
  return {
    origin,
    git,
    /** Returns the commit. */
    commit(message: string): string {
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    /** Changes a file. @throws when the text is not in it */
    edit(file: string, from: string | RegExp, to: string): void {
      const path = join(origin, file);
      const text = readFileSync(path, 'utf8');
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${file} does not contain ${String(from)}`);
      writeFileSync(path, changed);
    },
    write(file: string, text: string): void {
      mkdirSync(join(origin, dirname(file)), { recursive: true });
      writeFileSync(join(origin, file), text);
    },
  };
}
