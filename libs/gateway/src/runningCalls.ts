/** Calls and records that have not ended: a gateway that stops waits for them. */
export function createRunning() {
  let running = 0;
  const whenIdle: (() => void)[] = [];
  const end = () => {
    running -= 1;
    if (running > 0) return;
    for (const resolve of whenIdle.splice(0)) resolve();
  };
  return {
    begin() {
      running += 1;
    },
    end,
    track<T>(work: Promise<T>): Promise<T> {
      running += 1;
      work.then(end, end);
      return work;
    },
    async idle() {
      while (running > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
