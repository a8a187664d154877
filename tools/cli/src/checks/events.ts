/**
 * Compares the slices that emit events with those that listen to them, and the owners of shared caches. An event that no slice
 * emits, or listens to, is no failure: both sides are deployed independently.
 */
import { type EventDeclaration, fieldMismatches, type SliceRelease } from '@slipway/contracts';

const versionsOf = (events: readonly EventDeclaration[]) =>
  events.map(({ version }) => String(version)).join(' and ');

/** Every reason why an event does not have the details that a listening slice expects. */
function listenerFailures(slices: readonly SliceRelease[]): string[] {
  const emitted = new Map<string, EventDeclaration[]>();
  for (const event of slices.flatMap(({ emits = [] }) => emits)) {
    emitted.set(event.name, [...(emitted.get(event.name) ?? []), event]);
  }
  return slices.flatMap(({ id, listens = [] }) =>
    listens.flatMap(({ name, version, detail }) => {
      const events = emitted.get(name);
      if (!events) return [];
      const emitter = name.split('.')[0] ?? name;
      const event = events.find((one) => one.version === version);
      if (!event) {
        return [
          `${id} listens to version ${String(version)} of the event ${name}, and ${emitter} emits version ${versionsOf(events)}: rebuild ${id}, or emit both versions until it has`,
        ];
      }
      return fieldMismatches(event.detail, detail).map(
        (mismatch) =>
          `${id} listens to the event ${name} of ${emitter}, and its detail differs: ${mismatch}. Correct listens in the manifest of ${id}, or increase the version in that of ${emitter}`,
      );
    }),
  );
}

function cacheFailures(slices: readonly SliceRelease[]): string[] {
  const owners = new Map<string, string[]>();
  for (const { id, caches = [] } of slices) {
    for (const cache of new Set(caches)) owners.set(cache, [...(owners.get(cache) ?? []), id]);
  }
  return [...owners]
    .filter(([, ids]) => ids.length > 1)
    .map(([cache, ids]) => `${ids.join(' and ')} both own the cache ${cache}: only one of them may`);
}

export const eventFailures = (slices: readonly SliceRelease[]): string[] => [
  ...listenerFailures(slices),
  ...cacheFailures(slices),
];
