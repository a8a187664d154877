/** Compares the configuration and flags that an environment sets with the manifests of the slices that it runs. */
import { fieldProblems, type SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';

/** Values of slices that do not run are ignored: they can be set before a first deploy, and after a removal. */
export const settingsFailures = (
  { name, config = {}, flags = {} }: Pick<Environment, 'name' | 'config' | 'flags'>,
  slices: readonly SliceRelease[],
): string[] =>
  slices.flatMap((slice) => {
    const known = Object.keys(slice.flags ?? {});
    const unknown = Object.keys(flags[slice.id] ?? {}).filter((flag) => !known.includes(flag));
    return [
      ...fieldProblems(slice.config ?? {}, config[slice.id] ?? {}).map(
        (problem) =>
          `The settings of ${name} do not fit ${slice.id}: config.${slice.id}.${problem}. Correct the file of the environment, then run slipway env apply`,
      ),
      ...unknown.map(
        (flag) =>
          `The settings of ${name} do not fit ${slice.id}: flags.${slice.id}.${flag} is unknown; known: ${known.join(', ') || 'none'}. Correct the file of the environment, then run slipway env apply`,
      ),
    ];
  });
