/** Requests that wait for one resource: one worker per name serves all that arrived while it was busy. */

export interface Waiting<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

export interface Queues<T> {
  /** Waits in the queue of a name. */
  wait(name: string): Promise<T>;
  /** Starts the worker of a name for no request, unless it runs. Its error is ignored: the next request meets it. */
  refresh(name: string): void;
}

/**
 * `serve` receives the waiting requests and settles each, now or later; requests that arrive while it runs wait for its
 * next run. It receives none if it should refresh the resource before a request has to wait.
 */
export function createQueues<T>(serve: (name: string, waiting: Waiting<T>[]) => Promise<void>): Queues<T> {
  const queues = new Map<string, Waiting<T>[]>();

  const work = async (name: string, queue: Waiting<T>[]) => {
    do {
      const waiting = queue.splice(0);
      try {
        await serve(name, waiting);
      } catch (error) {
        for (const one of waiting) one.reject(error);
      }
    } while (queue.length > 0);
    queues.delete(name);
  };

  const start = (name: string, queue: Waiting<T>[]) => {
    queues.set(name, queue);
    void work(name, queue);
  };

  return {
    wait: (name) =>
      new Promise<T>((resolve, reject) => {
        const queue = queues.get(name);
        if (queue) queue.push({ resolve, reject });
        else start(name, [{ resolve, reject }]);
      }),
    refresh(name) {
      if (!queues.has(name)) start(name, []);
    },
  };
}
