/** Closes what a server has opened: a step that fails must not leave the rest open. */

const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

/**
 * Runs the steps in turn, also after one has failed.
 * @throws the error of the step that failed, or one `AggregateError` of all
 */
export async function closeAll(steps: Iterable<() => unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(messageOf).join('; '));
}

/** The same with all steps at once. */
export async function closeTogether(steps: Iterable<() => unknown>): Promise<void> {
  const running = Array.from(steps, async (step) => step());
  await Promise.allSettled(running);
  await closeAll(running.map((one) => () => one));
}

/** `closeAll` that runs once. Later calls wait for the first, which reports the errors. */
export function closeOnce(steps: () => Iterable<() => unknown>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    if (closing) return closing.catch(() => undefined);
    closing = closeAll(steps());
    return closing;
  };
}
