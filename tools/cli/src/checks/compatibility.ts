/** Checks that the shell and the slices fit together: contract, shared packages, owners of routes and slots, slot versions. */
import major from 'semver/functions/major.js';
import satisfies from 'semver/functions/satisfies.js'; // the whole package is 47 files, which each command would load
import minVersion from 'semver/ranges/min-version.js';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { routeOwnerFailures } from './routeOwners';
import { eventFailures } from './events';
import { slotFailures } from './slots';

/** Every reason why they are incompatible, each with what to do. */
export const compatibilityFailures = (shell: ShellRelease, slices: readonly SliceRelease[]): string[] => [
  ...slices.flatMap((slice) => hostFailures(shell, slice)),
  ...routeOwnerFailures([shell, ...slices]),
  ...slotFailures(shell, slices),
  ...eventFailures(slices),
];

/** Version and range to whether they fit: all slices ask for the same few. */
const known = new Map<string, boolean>();

function fits(provided: string, range: string): boolean {
  const key = `${provided} ${range}`;
  const result = known.get(key) ?? satisfies(provided, range);
  known.set(key, result);
  return result;
}

/** The contract and the shared packages that a slice needs from the shell. */
function hostFailures(shell: ShellRelease, slice: SliceRelease): string[] {
  const failures: string[] = [];
  if (!shell.contracts.includes(slice.contract)) {
    failures.push(
      `${slice.id} is built for contract ${String(slice.contract)}, and this shell supports ${shell.contracts.join(', ')}: first deploy a shell that supports it`,
    );
  }
  for (const [name, range] of Object.entries(slice.requires)) {
    const provided = shell.provides[name];
    if (!provided) failures.push(`${slice.id} needs ${name} ${range}, which the shell does not share`);
    else if (!fits(provided, range)) {
      failures.push(
        `${slice.id} needs ${name} ${range}, and the shell has ${provided}: ${remedy(slice.id, name, range, provided)}`,
      );
    }
  }
  return failures;
}

/** A page has one copy of each package of the shell, so two majors never run side by side. */
function remedy(slice: string, name: string, range: string, provided: string): string {
  const wanted = minVersion(range);
  return wanted && wanted.major !== major(provided)
    ? `a page has one major of it. Install ${name}@${provided} in ${slice} and build it again, or move all slices with a new shell: slipway upgrade lists them`
    : `rebuild ${slice}, or deploy a newer shell`;
}
