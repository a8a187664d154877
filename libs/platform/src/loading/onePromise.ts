/**
 * One promise for each key: the same while it runs and once it has settled well.
 * A rejected one is forgotten, so that the next call tries again.
 */
export function onePromise<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const promises = new Map<string, Promise<Value>>();
  return (key) => {
    const known = promises.get(key);
    if (known) return known;
    const promise = load(key).catch((error: unknown) => {
      promises.delete(key);
      throw error;
    });
    promises.set(key, promise);
    return promise;
  };
}
