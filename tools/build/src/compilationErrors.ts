/** Errors of a plugin that the author of a slice can correct. */
import { type Compilation, rspack } from '@rspack/core';

/**
 * Adds the error that `work` throws to those of the compilation. Thrown in a hook, it would end rspack, which prints it with the
 * stacks of both.
 */
export async function collectError(
  compilation: Compilation,
  work: () => void | Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    compilation.errors.push(new rspack.WebpackError(error instanceof Error ? error.message : String(error)));
  }
}
