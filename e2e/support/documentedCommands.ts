/** Runs the shell commands of a document, word for word, in the copy of the workspace. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commands, read } from '@slipway/repo/docs/markdown.ts';
import { env } from './slipwayCli';
import { copy } from './workspaceCopy';

const run = promisify(execFile);

/** The commands under one heading, up to the next heading; of the whole document without one. */
export function documented(file: string, heading?: string): string[] {
  const text = read(file);
  if (heading === undefined) return commands(text);
  // The title counts as a heading too.
  const section = text
    .replace(/^# /, '## ')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`));
  if (!section) throw new Error(`${file} has no heading ${heading}`);
  return commands(section);
}

/** Runs a command in a shell, in the copy. Returns its output. @throws with the output when it fails */
export async function runInCopy(command: string, variables: NodeJS.ProcessEnv = env): Promise<string> {
  const { stdout } = await run('sh', ['-c', command], { cwd: copy, env: variables }).catch(
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command}\n${stdout}${stderr}`, { cause: error });
    },
  );
  return stdout;
}
