/** Ctrl-C: the process ends when everything is closed, or could not be. */

export function stopOnSignal(stop: () => Promise<void>, say: (line: string) => void): void {
  const end = () => {
    say('\nStopping …');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        console.error(`slipway: stopped, but not everything could be closed: ${reason}`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}
