/** Checks that the shell and the slices fit together: contract, shared packages, owners of routes and slots, slot versions. */
import major from 'semver/functions/major.js';
import minVersion from 'semver/ranges/min-version.js';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { blockersOf } from './blockers';
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

/** Each blocker as a sentence with the step that resolves it. */
const hostFailures = (shell: ShellRelease, slice: SliceRelease): string[] =>
  blockersOf(shell, slice).map(({ owner, needs, builtFor, shellHas }) => {
    if (needs === 'contract') {
      const isOlder = shell.contracts.every((contract) => contract > slice.contract);
      const step = isOlder
        ? `${owner} moves it with slipway upgrade --write`
        : 'first deploy a shell that supports it';
      return `${slice.id} is built for contract ${builtFor}, and this shell supports ${String(shellHas)}: ${step}`;
    }
    return shellHas === null
      ? `${slice.id} needs ${needs} ${builtFor}, which the shell does not share`
      : `${slice.id} needs ${needs} ${builtFor}, and the shell has ${shellHas}: ${remedy(slice.id, needs, builtFor, shellHas)}`;
  });

/** A page has one copy of each package of the shell, so two majors never run side by side. */
function remedy(slice: string, name: string, range: string, provided: string): string {
  const wanted = minVersion(range);
  return wanted && wanted.major !== major(provided)
    ? `a page has one major of it. Install ${name}@${provided} in ${slice} and build it again, or move all slices with a new shell: slipway upgrade lists them`
    : `rebuild ${slice}, or deploy a newer shell`;
}
