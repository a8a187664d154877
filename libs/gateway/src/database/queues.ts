/** Requests that wait for one resource: one worker per name serves all that arrived while it was busy. */

export interface Waiting<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that waits for a place in the queue of a name. `serve` receives those that wait and settles each,
 * now or later; while it runs, others collect for its next run.
 */
export function createQueues<T>(serve: (name: string, waiting: Waiting<T>[]) => Promise<void>) {
  const queues = new Map<string, Waiting<T>[]>();

  const work = async (name: string, queue: Waiting<T>[]) => {
    while (queue.length > 0) {
      const waiting = queue.splice(0);
      try {
        await serve(name, waiting);
      } catch (error) {
        for (const one of waiting) one.reject(error);
      }
    }
    queues.delete(name);
  };

  return (name: string): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const queue = queues.get(name);
      if (queue) {
        queue.push({ resolve, reject });
        return;
      }
      const started = [{ resolve, reject }];
      queues.set(name, started);
      void work(name, started);
    });
}
