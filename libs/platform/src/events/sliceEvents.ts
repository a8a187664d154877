/** Events between slices. Their types come from the manifests of both slices, so no slice imports another. */
import { useEffect, useEffectEvent } from 'react';
import { fieldValues, type SliceEvent, type ValuesOf } from '@slipway/contracts';

/** `<slice>.<event>@<version>`. */
type KeyOf<Event extends SliceEvent> = Event extends SliceEvent
  ? `${Event['name']}@${Event['version']}`
  : never;

type DetailOf<Event extends SliceEvent, Key> = Event extends SliceEvent
  ? Key extends KeyOf<Event>
    ? ValuesOf<Event['detail']>
    : never
  : never;

const listeners = new Map<string, Set<(detail: object) => void>>();

/**
 * Calls every listener on this page, one after the other. An error of a listener is reported as an error of its slice,
 * and affects neither other listeners nor the caller. An event without a listener is lost.
 */
export function emitSliceEvent<const Event extends SliceEvent, const Key extends KeyOf<Event>>(
  _manifest: { emits: readonly Event[] },
  key: Key,
  detail: DetailOf<Event, Key>,
): void {
  for (const listener of [...(listeners.get(key) ?? [])]) {
    try {
      listener(detail as object);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Calls `listener` with the detail of each event. Returns the unsubscribe function. */
export function onSliceEvent(key: string, listener: (detail: object) => void): () => void {
  const all = listeners.get(key) ?? new Set();
  listeners.set(key, all.add(listener));
  return () => {
    all.delete(listener);
  };
}

/**
 * Calls `listener` with each event while the component is mounted. The detail has only the fields that this manifest
 * expects.
 */
export function useSliceEvent<const Event extends SliceEvent, const Key extends KeyOf<Event>>(
  { listens }: { listens: readonly Event[] },
  key: Key,
  listener: (detail: DetailOf<Event, Key>) => void,
): void {
  const receive = useEffectEvent((detail: object) => {
    const expected = listens.find(({ name, version }) => `${name}@${String(version)}` === key);
    listener(fieldValues(expected?.detail ?? {}, detail as Record<string, unknown>) as DetailOf<Event, Key>);
  });
  useEffect(
    () =>
      onSliceEvent(key, (detail) => {
        receive(detail);
      }),
    [key],
  );
}
