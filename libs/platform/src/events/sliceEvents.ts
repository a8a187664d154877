/** Events between slices: the manifests of both sides have their types, and no slice imports another one. */
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
 * Tells every listener on this page. Listeners run one after the other: an error of one is reported as its slice's,
 * and reaches neither the others nor the caller. Without a listener, the event is lost.
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

/** Calls `listener` with each event and its whole detail. Returns a function that ends it. */
export function onSliceEvent(key: string, listener: (detail: object) => void): () => void {
  const all = listeners.get(key) ?? new Set();
  listeners.set(key, all.add(listener));
  return () => {
    all.delete(listener);
  };
}

/** Calls `listener` with each event while the component is mounted: only the fields that this manifest expects. */
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
