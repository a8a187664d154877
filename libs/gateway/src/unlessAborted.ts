/** Waits for work unless the signal aborts first: not all work ends with its signal, such as a backend in the same process. */
export const unlessAborted = <T>(
  signal: AbortSignal,
  work: Promise<T>,
  reason: () => Error = () => signal.reason as Error,
): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const abort = () => {
      reject(reason());
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
