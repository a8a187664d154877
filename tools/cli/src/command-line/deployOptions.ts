/** The options of `slipway deploy`, in a module that loads fast: a build starts before the rest of the deploy is loaded. */
import { AppError } from '@slipway/contracts';
import type { Terminal } from './command';
import { checkChangeArgs, type ChangeArgs } from './reason';
import { releaseNamed } from './slices';

export interface DeployOptions extends ChangeArgs {
  env: string;
  remove: boolean;
  /** Whether to build the slices first. */
  build: boolean;
  'without-fallback': boolean;
  /** The environment whose releases it starts from. */
  base?: string | undefined;
}

/** Before anything is read or built. @throws `invalid_input` */
export function checkDeployOptions(
  slices: readonly string[],
  options: DeployOptions,
  terminal: Terminal,
): void {
  checkChangeArgs(options, terminal);
  if (options.remove && (options.build || options['without-fallback'] || options.base !== undefined))
    throw new AppError(
      'invalid_input',
      '--remove cannot be combined with --build, --base or --without-fallback',
    );
  if (!options.remove) for (const slice of slices) releaseNamed(slice); // its version may be malformed
}
