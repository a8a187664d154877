/** Compares the configuration and flags that an environment sets with the manifests of the slices that it runs. */
import { fieldProblems, fieldValues, type SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';

/**
 * Values of slices that do not run are ignored: they can be set before a first deploy, and after a removal. A rollback may
 * come before a flag or a field that is set: pages ignore those, and use defaults for values that do not fit (decision 058).
 */
export const settingsFailures = (
  { name, config = {}, flags = {} }: Pick<Environment, 'name' | 'config' | 'flags'>,
  slices: readonly SliceRelease[],
  isRollback = false,
): string[] =>
  slices.flatMap(({ id, config: fields = {}, flags: known = {} }) => {
    const given = config[id] ?? {};
    const unknown = isRollback
      ? []
      : Object.keys(flags[id] ?? {}).filter((flag) => !Object.hasOwn(known, flag));
    return [
      ...fieldProblems(fields, isRollback ? fieldValues(fields, given) : given).map(
        (problem) => `config.${id}.${problem}`,
      ),
      ...unknown.map(
        (flag) => `flags.${id}.${flag} is unknown; known: ${Object.keys(known).join(', ') || 'none'}`,
      ),
    ].map(
      (problem) =>
        `The settings of ${name} do not fit ${id}: ${problem}. Correct the file of the environment, then run slipway env apply`,
    );
  });
