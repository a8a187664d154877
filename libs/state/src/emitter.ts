/** A list of listeners that are called for each event, in the order in which they subscribed. */

export interface Emitter<Args extends readonly unknown[]> {
  emit(...args: Args): void;
  /** Calls `listener` for each event until the returned function is called. */
  subscribe(listener: (...args: Args) => void): () => void;
}

/**
 * `start` runs when the first listener subscribes, and the function it returns when the last one unsubscribes:
 * use it to attach the source of the events only while there are listeners.
 */
export function createEmitter<Args extends readonly unknown[] = []>(start?: () => () => void): Emitter<Args> {
  // Each subscription has its own entry: the same function may subscribe twice.
  const subscriptions = new Set<{ listener: (...args: Args) => void }>();
  let stop: (() => void) | undefined;
  return {
    emit(...args) {
      for (const { listener } of subscriptions) listener(...args);
    },
    subscribe(listener) {
      const subscription = { listener };
      if (subscriptions.size === 0) stop = start?.();
      subscriptions.add(subscription);
      return () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) stop?.();
      };
    },
  };
}

/**
 * Like `createEmitter`, but keeps the events until there is a listener: they may come before anything is rendered. The first
 * listener gets all of them when it subscribes.
 */
export function createBufferedEmitter<Args extends readonly unknown[] = []>(): Emitter<Args> {
  const emitter = createEmitter<Args>();
  const buffer: Args[] = [];
  const stop = emitter.subscribe((...args) => buffer.push(args));
  return {
    ...emitter,
    subscribe(listener) {
      stop();
      for (const args of buffer.splice(0)) listener(...args);
      return emitter.subscribe(listener);
    },
  };
}
