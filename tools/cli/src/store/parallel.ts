/** Parallel work that has ended when it fails: a command that has failed writes nothing more. */
import pLimit from 'p-limit';

/**
 * Like `Promise.all`, but waits for all promises even if one rejects.
 * @throws the first failure in the order of `work`
 */
export async function allEnded<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Runs tasks, so many at once. After a failure it starts no more: the rest would fail the same way, or be useless. */
export function untilFailure(concurrency: number): (task: () => Promise<unknown>) => Promise<void> {
  const limit = pLimit(concurrency);
  let failure: { error: unknown } | undefined;
  return (task) =>
    limit(async () => {
      if (failure) throw failure.error;
      try {
        await task();
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    });
}
