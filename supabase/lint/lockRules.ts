/**
 * `squawk`, PostgreSQL's linter of migrations, over those after the last one that landed without it: a statement that
 * waits for a lock must give up soon, and none may block a table in use. `.squawk.toml` has the rules.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Earlier files landed before a test held them to the rules; a landed file never changes. */
const FIRST_DAY = '20261203';

const configuration = join(import.meta.dirname, '../.squawk.toml');

/** The linter, or undefined on a platform for which it is not installed: CI runs on Linux, which has it. */
export function squawk(): string | undefined {
  try {
    const name = `@squawk-cli/${process.platform}-${process.arch}`;
    const program = join(
      dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)),
      'bin/squawk',
    );
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** The migrations that the rules hold for. */
export const checkedFiles = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('.sql') && name >= FIRST_DAY);

/** One line per problem, with file, line and rule. */
export function lockProblems(program: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const argv = ['--config', configuration, '--reporter', 'Gcc', ...paths];
  const { status, stdout, stderr, error } = spawnSync(program, argv, { encoding: 'utf8' });
  if (error) throw error;
  if (status === 0) return [];
  const lines = stdout.split('\n').filter((line) => /:\d+:\d+: /.test(line));
  return lines.length > 0 ? lines : [stderr.trim()];
}
