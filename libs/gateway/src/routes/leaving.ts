/** One signal for both ways of losing a caller: the connection ends, or the answer's stream is no longer read. */
export function leaving(request: Request): { gone: AbortSignal; leave: () => void } {
  const left = new AbortController();
  return {
    gone: AbortSignal.any([request.signal, left.signal]),
    leave: () => {
      left.abort();
    },
  };
}
