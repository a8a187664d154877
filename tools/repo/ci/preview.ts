/**
 * Deploys a slice to the preview of its pull request, which the slices of the pull request share: the first one starts
 * the preview from staging, and the others add themselves. Jobs may run at the same time.
 */
import { must, type Runner } from './runner';

export interface Preview {
  /** Such as `billing@0123456789abcdef`. */
  release: string;
  /** Such as `preview/pr-7`. */
  name: string;
  /** The environment that it starts from. */
  base: string;
  reason: string;
}

/** Exit code of `slipway` when another deploy was first. */
const CONFLICT = 4;
const TRIES = 5;

/** Resolves to the preview's address. @throws `Error` when a command fails */
export async function deployPreview(
  runner: Runner,
  { release, name, base, reason }: Preview,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const status = await must(runner, ['npx', 'slipway', 'status', '--env', name, '--json']);
    const [{ revision } = { revision: null }] = JSON.parse(status.stdout) as { revision: number | null }[];
    const start = revision === null ? ['--base', base] : [];
    const command = ['npx', 'slipway', 'deploy', release, '--env', name, ...start, '--reason', reason];
    const { code } = await runner.run(command);
    if (code === 0) break;
    // The job of another slice has started the preview: add this slice to it.
    if (code !== CONFLICT || attempt === TRIES)
      throw new Error(`${command.join(' ')} ended with ${String(code)}`);
  }
  const shown = await must(runner, ['npx', 'slipway', 'env', 'show', name, '--json']);
  return (JSON.parse(shown.stdout) as { address: string }).address;
}
