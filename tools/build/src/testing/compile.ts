/** Runs a build of a test. */
import { type Configuration, rspack } from '@rspack/core';

/** @throws with the errors of the build */
export async function compile(configuration: Configuration): Promise<void> {
  const compiler = rspack(configuration);
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else
        compiler.close(() => {
          resolve();
        });
    });
  });
}
