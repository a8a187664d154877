/** Checks that the shell and the slices fit together: contract, shared packages, owners of routes and slots, slot versions. */
import satisfies from 'semver/functions/satisfies.js'; // the whole package is 47 files, which each command would load
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
    else if (!satisfies(provided, range)) {
      failures.push(
        `${slice.id} needs ${name} ${range}, and the shell has ${provided}: rebuild ${slice.id}, or deploy a newer shell`,
      );
    }
  }
  return failures;
}
