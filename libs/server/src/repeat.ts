/** Repeats work of a server, never twice at once. */

/**
 * Runs the work now, and again after each interval of milliseconds. The returned function ends it, and resolves when a
 * running one has finished. A failure is given to `report`, and the next interval tries again: no caller awaits this work, so
 * its rejection would end the process.
 */
export function repeat(
  work: () => Promise<unknown>,
  interval: number,
  report: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const run = () => {
    // Skipped while it runs.
    running ??= work()
      .catch(report)
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
