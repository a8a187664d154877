/**
 * Remembers one promise for each list of arguments, while it is pending and after it is fulfilled.
 * A rejected promise is forgotten, so that the next call tries again.
 */
export function memoizePromise<Args extends readonly string[], Value>(
  load: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  const promises = new Map<string, Promise<Value>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = promises.get(key);
    if (known) return known;
    const promise = load(...args).catch((error: unknown) => {
      promises.delete(key);
      throw error;
    });
    promises.set(key, promise);
    return promise;
  };
}
