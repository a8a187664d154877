/** One abort signal for both ways a client disconnects: the connection closes, or the response stream is canceled. */
export function clientAbort(request: Request): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return {
    signal: AbortSignal.any([request.signal, controller.signal]),
    abort: () => {
      controller.abort();
    },
  };
}
