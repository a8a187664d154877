/**
 * Ends this process after the shell that npm has started it with. npm passes SIGTERM to that shell, and dash ends without
 * passing it on: a server would continue to run.
 */
const INTERVAL_MS = 500;

export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL_MS);
  watch.unref();
}
