/**
 * Parses the same bytes once: the steps of a deploy read the descriptions of all slices, and the composition, several
 * times. The cache is keyed by the object that `readOnce` returns. Callers must not change a parsed description or
 * composition.
 */
export interface ParsedOnce<Result> {
  (bytes: Uint8Array, file: string): Result;
  /** Whether these bytes were parsed already. */
  isKnown(bytes: Uint8Array): boolean;
  /** Takes `result` as the result for these bytes. */
  keep(bytes: Uint8Array, result: Result): void;
}

const values = new WeakMap<Uint8Array, { json: unknown }>();

/** The JSON in these bytes, which nothing changes. @throws an error for text that is not JSON */
export function jsonIn(bytes: Uint8Array): unknown {
  const known = values.get(bytes);
  if (known) return known.json;
  const json: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  values.set(bytes, { json });
  return json;
}

export function parsedOnce<Result>(parse: (json: unknown, file: string) => Result): ParsedOnce<Result> {
  const known = new WeakMap<Uint8Array, { result: Result }>();
  const parsed = (bytes: Uint8Array, file: string): Result => {
    const found = known.get(bytes);
    if (found) return found.result;
    const result = parse(jsonIn(bytes), file);
    known.set(bytes, { result });
    return result;
  };
  return Object.assign(parsed, {
    isKnown: (bytes: Uint8Array) => known.has(bytes),
    keep(bytes: Uint8Array, result: Result) {
      known.set(bytes, { result });
    },
  });
}
