/** Checks that the shell and the slices fit together: contract, shared packages, owners of routes and slots, slot versions. */
import satisfies from 'semver/functions/satisfies.js'; // the whole package is 47 files, which each command would load
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { routeOwnerFailures } from './routeOwners';

/** Every reason why they are incompatible, each with what to do. */
export const compatibilityFailures = (shell: ShellRelease, slices: readonly SliceRelease[]): string[] => [
  ...slices.flatMap((slice) => hostFailures(shell, slice)),
  ...routeOwnerFailures([shell, ...slices]),
  ...slotOwnerFailures(slices),
  ...slotFailures(shell, slices),
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

/** Each slot has one owner. */
function slotOwnerFailures(slices: readonly SliceRelease[]): string[] {
  const owners = new Map<string, string[]>();
  for (const { id, slots } of slices)
    for (const { name } of slots) owners.set(name, [...(owners.get(name) ?? []), id]);
  return [...owners]
    .filter(([, ids]) => ids.length > 1)
    .map(([name, ids]) => `${ids.join(' and ')} both claim the slot ${name}: only one of them may`);
}

/** A slice that fills a slot must expect the version of the props that the page passes. */
function slotFailures(shell: ShellRelease, slices: readonly SliceRelease[]): string[] {
  const shown = new Map(
    [shell, ...slices]
      .flatMap(({ routes }) => routes.flatMap(({ shows }) => shows ?? []))
      .map((slot) => [slot.name, slot.version]),
  );
  return slices.flatMap((slice) =>
    slice.slots
      .filter(({ name, version }) => shown.has(name) && shown.get(name) !== version)
      .map(
        ({ name, version }) =>
          `${slice.id} fills version ${String(version)} of the slot ${name}, and the page shows version ${String(shown.get(name))}: rebuild ${slice.id}`,
      ),
  );
}
