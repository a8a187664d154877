/** Whether shell and slices fit: contract, shared packages, one owner of each route and slot, slots in one version. */
import { satisfies } from 'semver';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';

/** Every reason why they do not, each with what to do. */
export const misfits = (shell: ShellRelease, slices: readonly SliceRelease[]): string[] => [
  ...slices.flatMap((slice) => unhosted(shell, slice)),
  ...claimedTwice(shell, slices),
  ...unspoken(shell, slices),
];

function unhosted(shell: ShellRelease, slice: SliceRelease): string[] {
  const reasons: string[] = [];
  if (!shell.contracts.includes(slice.contract)) {
    reasons.push(
      `${slice.id} speaks contract ${String(slice.contract)}, this shell hosts ${shell.contracts.join(', ')}: deploy a shell that hosts it first`,
    );
  }
  for (const [name, range] of Object.entries(slice.requires)) {
    const provided = shell.provides[name];
    if (!provided) reasons.push(`${slice.id} needs ${name} ${range}, which the shell does not share`);
    else if (!satisfies(provided, range)) {
      reasons.push(
        `${slice.id} needs ${name} ${range}, the shell carries ${provided}: rebuild ${slice.id}, or deploy a newer shell`,
      );
    }
  }
  return reasons;
}

function claimedTwice(shell: ShellRelease, slices: readonly SliceRelease[]): string[] {
  const owners = new Map<string, string[]>();
  const claim = (thing: string, id: string) => owners.set(thing, [...(owners.get(thing) ?? []), id]);
  for (const release of [shell, ...slices]) {
    for (const { path } of release.routes) claim(`the route ${path}`, release.id);
    if (release.kind === 'slice') for (const { name } of release.slots) claim(`the slot ${name}`, release.id);
  }
  return [...owners]
    .filter(([, ids]) => ids.length > 1)
    .map(([thing, ids]) => `${ids.join(' and ')} both claim ${thing}: only one may`);
}

/** A slot's filler must speak the version of the props that the page passes. */
function unspoken(shell: ShellRelease, slices: readonly SliceRelease[]): string[] {
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
          `${slice.id} fills ${name} in version ${String(version)}, its page shows version ${String(shown.get(name))}: rebuild ${slice.id}`,
      ),
  );
}
