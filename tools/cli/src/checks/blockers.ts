/**
 * The reasons why a slice cannot run in a shell: the rule of the check before a deploy, and of `slipway upgrade`. Only the check's
 * sentences and the steps for the teams differ.
 */
import satisfies from 'semver/functions/satisfies.js'; // the whole package is 47 files, which each command would load
import type { ShellRelease, SliceRelease } from '@slipway/contracts';

export interface Blocker {
  slice: string;
  owner: string;
  /** `contract`, or a shared package. */
  needs: string;
  /**
   * The version or range that the slice was built for, and the shell's version; null if the shell does not have the
   * package.
   */
  builtFor: string;
  shellHas: string | null;
}

/** Version and range to whether they fit: all slices ask for the same few. */
const known = new Map<string, boolean>();

function fits(provided: string, range: string): boolean {
  const key = `${provided} ${range}`;
  const result = known.get(key) ?? satisfies(provided, range);
  known.set(key, result);
  return result;
}

/** Each reason why a slice cannot run in the shell. */
export function blockersOf(
  shell: ShellRelease,
  { id: slice, owner, contract, requires }: SliceRelease,
): Blocker[] {
  const of = { slice, owner };
  const packages = Object.entries(requires).flatMap(([name, range]): Blocker[] => {
    const provided = shell.provides[name];
    if (provided !== undefined && fits(provided, range)) return [];
    return [{ ...of, needs: name, builtFor: range, shellHas: provided ?? null }];
  });
  if (shell.contracts.includes(contract)) return packages;
  const hosted = shell.contracts.join(', ');
  return [{ ...of, needs: 'contract', builtFor: String(contract), shellHas: hosted }, ...packages];
}
