/** Repeats work of a server, never twice at once. */

/**
 * Runs the work now, and again after each interval of milliseconds. The returned function ends it, and resolves when a
 * running one has finished. `work` handles its errors.
 */
export function repeat(work: () => Promise<unknown>, interval: number): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const run = () => {
    // Skipped while it runs.
    running ??= work().finally(() => {
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
