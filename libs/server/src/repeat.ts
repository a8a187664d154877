/** Repeats work of a server, by default never twice at once. */

/**
 * Runs the work now, and again after each interval of milliseconds, unless it runs `most` times already. The returned function
 * ends it, and resolves when those that run have finished. A failure is given to `report`, and the next interval tries again:
 * no caller awaits this work, so its rejection would end the process.
 */
export function repeat(
  work: () => Promise<unknown>,
  interval: number,
  report: (error: unknown) => void,
  most = 1,
): () => Promise<void> {
  const running = new Set<Promise<unknown>>();
  const run = () => {
    if (running.size >= most) return;
    const started = work()
      .catch(report)
      .finally(() => running.delete(started));
    running.add(started);
  };
  run();
  const timer = setInterval(run, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}
