/**
 * Parses the same bytes once: the steps of a deploy read the descriptions of all slices, and the composition, several times.
 * Only the object that `readOnce` keeps counts as the same; nothing changes a parsed description or composition.
 */
export function parsedOnce<Result>(
  parse: (json: unknown, file: string) => Result,
): (bytes: Uint8Array, file: string) => Result {
  const known = new WeakMap<Uint8Array, { result: Result }>();
  return (bytes, file) => {
    const found = known.get(bytes);
    if (found) return found.result;
    const result = parse(
      JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()),
      file,
    );
    known.set(bytes, { result });
    return result;
  };
}
