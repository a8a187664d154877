/** Compares the configuration and flags that an environment sets with the manifests of the slices that it runs. */
import { fieldProblems, fieldValues, type SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';

type Given = Pick<Environment, 'name' | 'config' | 'flags'>;

/** The problems of one slice. With `isLenient`, only missing values that the release needs. */
function problemsOf(
  { name, config = {}, flags = {} }: Given,
  { id, config: fields = {}, flags: known = {} }: SliceRelease,
  isLenient: boolean,
): string[] {
  const given = config[id] ?? {};
  const unknown = isLenient ? [] : Object.keys(flags[id] ?? {}).filter((flag) => !Object.hasOwn(known, flag));
  return [
    ...fieldProblems(fields, isLenient ? fieldValues(fields, given) : given).map(
      (problem) => `config.${id}.${problem}`,
    ),
    ...unknown.map(
      (flag) => `flags.${id}.${flag} is unknown; known: ${Object.keys(known).join(', ') || 'none'}`,
    ),
  ].map((problem) => `The settings of ${name} do not fit ${id}: ${problem}`);
}

/**
 * Values of slices that do not run are ignored, so that they can be set before the first deploy and stay after a
 * removal. A rollback may run a release from before a flag or field that is set: pages ignore those, and use defaults
 * for values that do not fit (decision 058). `isLenient` is also true for a release that already runs in this state,
 * after such a rollback: it must not block other slices.
 */
export const settingsFailures = (
  environment: Given,
  slices: readonly SliceRelease[],
  isLenient: (slice: SliceRelease) => boolean = () => false,
): string[] =>
  slices
    .flatMap((slice) => problemsOf(environment, slice, isLenient(slice)))
    .map((problem) => `${problem}. Correct the file of the environment, then run slipway env apply`);

/** Warnings about valid settings that a release does not use. */
export const settingsAlarms = (environment: Given, slices: readonly SliceRelease[]): string[] =>
  [...new Set(slices.flatMap((slice) => problemsOf(environment, slice, false)))].map(
    (problem) =>
      `${problem}. Its pages do without it: correct the file of the environment, then run slipway env apply`,
  );
