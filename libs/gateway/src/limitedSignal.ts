/** The signal of a call: it aborts when the client disconnects, and when the time is over. */

export interface LimitedSignal {
  signal: AbortSignal;
  /** Whether the time is over. */
  isLate(): boolean;
  /** Ends the timer, and the listener of the client's signal. */
  end(): void;
}

/** `limit`: milliseconds. Not `AbortSignal.any` and `AbortSignal.timeout`: see `routes/clientAbort.ts`. */
export function limitedSignal(client: AbortSignal, limit: number): LimitedSignal {
  const stop = new AbortController();
  const onClientAbort = () => {
    stop.abort(client.reason);
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort(new DOMException('The time limit is over', 'TimeoutError'));
  }, limit).unref();
  client.addEventListener('abort', onClientAbort, { once: true });
  return {
    signal: stop.signal,
    isLate: () => isLate,
    end() {
      clearTimeout(timer);
      client.removeEventListener('abort', onClientAbort);
    },
  };
}
