/** The shell that this document runs. The chooser script has chosen between the stable one and its canary. */
import type { Composition } from '@slipway/contracts';

type Shell = Composition['shell'];

/** Whether the document runs the canary of the shell. */
export const isCanaryShell = (): boolean => document.documentElement.dataset.shell === 'canary';

/** The version and the files of the running shell, without its canary. */
export function runningShell(shell: Shell): Omit<Shell, 'canary'> {
  const { canary, ...stable } = shell;
  return canary && isCanaryShell() ? { ...stable, ...canary.release } : stable;
}
