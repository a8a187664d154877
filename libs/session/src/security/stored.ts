/** A small JSON value in web storage. What is there and is not ours counts for nothing. */

type Area = Pick<Storage, 'getItem' | 'setItem'>;

/** The value under `key` as `parse` takes it; `parse(undefined)` when there is none, or none that is JSON. */
export function readStored<Value>(area: Area, key: string, parse: (value: unknown) => Value): Value {
  try {
    return parse(JSON.parse(area.getItem(key) ?? 'null') ?? undefined);
  } catch {
    return parse(undefined);
  }
}

export function writeStored(area: Area, key: string, value: unknown): void {
  area.setItem(key, JSON.stringify(value));
}

/** Milliseconds since 1970, in the order they were written. */
export const parseTimes = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => Number.isFinite(one)) : [];
