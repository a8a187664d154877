/**
 * Compares the slices that show slots with those that fill them: the version, the props and the number of fillers. A slot
 * that no page shows is no failure: both slices are deployed independently.
 */
import {
  fieldMismatches,
  type FilledSlot,
  type ShellRelease,
  type SliceRelease,
  type SlotOffer,
} from '@slipway/contracts';

type Release = ShellRelease | SliceRelease;

export interface SlotSide {
  owner: string;
  offer: SlotOffer;
}

/** Every open slot of the releases, with the id of the slice or shell that shows it. */
export const offersOf = (releases: readonly Release[]): SlotSide[] =>
  releases.flatMap(({ id, offers = [] }) => offers.map((offer) => ({ owner: id, offer })));

/** Slot to the slices that fill it. */
function fillersOf(slices: readonly SliceRelease[]): Map<string, { id: string; filling: FilledSlot }[]> {
  const fillers = new Map<string, { id: string; filling: FilledSlot }[]>();
  for (const { id, slots } of slices) {
    for (const filling of slots) {
      fillers.set(filling.name, [...(fillers.get(filling.name) ?? []), { id, filling }]);
    }
  }
  return fillers;
}

function ownerFailures(releases: readonly Release[]): string[] {
  const owners = new Map<string, string[]>();
  for (const { owner, offer } of offersOf(releases)) {
    owners.set(offer.name, [...(owners.get(offer.name) ?? []), owner]);
  }
  return [...owners]
    .filter(([, ids]) => ids.length > 1)
    .map(([name, ids]) => `${ids.join(' and ')} both offer the slot ${name}: only one of them may`);
}

/** Slots with a single filler: those of the contracts, and open ones whose manifest limits them to one. */
function fillerFailures(offers: ReadonlyMap<string, SlotSide>, slices: readonly SliceRelease[]): string[] {
  return [...fillersOf(slices)].flatMap(([name, fillers]) => {
    const isOpen = offers.has(name) || fillers.every(({ filling }) => filling.props !== undefined);
    const takesMany = isOpen && offers.get(name)?.offer.fillers !== 'one';
    const ids = fillers.map(({ id }) => id);
    return ids.length > 1 && !takesMany
      ? [`${ids.join(' and ')} both claim the slot ${name}: only one of them may`]
      : [];
  });
}

/** Whether a filler expects the props that the page passes. */
function propsFailures(
  offers: ReadonlyMap<string, SlotSide>,
  shell: ShellRelease,
  slices: readonly SliceRelease[],
): string[] {
  const shown = new Map([
    ...[shell, ...slices]
      .flatMap(({ routes }) => routes.flatMap(({ shows }) => shows ?? []))
      .map((slot) => [slot.name, slot.version] as const),
    ...[...offers].map(([name, { offer }]) => [name, offer.version] as const),
  ]);
  return slices.flatMap((slice) =>
    slice.slots.flatMap(({ name, version, props }) => {
      const current = shown.get(name);
      if (current === undefined) return [];
      if (current !== version) {
        return [
          `${slice.id} fills version ${String(version)} of the slot ${name}, and the page shows version ${String(current)}: rebuild ${slice.id}`,
        ];
      }
      const side = offers.get(name);
      const mismatches = side && props ? fieldMismatches(side.offer.props, props) : [];
      return mismatches.map(
        (mismatch) =>
          `${slice.id} fills the slot ${name} of ${side?.owner ?? ''}, and its props differ: ${mismatch}. Correct the props in the manifest of ${slice.id}, or increase the version in that of ${side?.owner ?? ''}`,
      );
    }),
  );
}

export function slotFailures(shell: ShellRelease, slices: readonly SliceRelease[]): string[] {
  const releases = [shell, ...slices];
  const offers = new Map(offersOf(releases).map((side) => [side.offer.name, side]));
  return [
    ...ownerFailures(releases),
    ...fillerFailures(offers, slices),
    ...propsFailures(offers, shell, slices),
  ];
}
