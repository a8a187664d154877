/**
 * Loaded into each server of the benchmark before its own code, which knows nothing of it: reports the process's CPU time
 * and memory, and runs callers inside the process. Messages come from `servers.ts`.
 */
import { load, type LoadOptions } from './callers';

export type ProbeMessage = 'usage' | 'collect' | { url: string; load: LoadOptions };

declare const gc: () => void;

process.on('message', (message: ProbeMessage | 'recorded') => {
  if (message === 'recorded') return; // for the server itself
  if (typeof message === 'object') {
    void load(message.url, message.load).then(
      (figures) => process.send?.(figures),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
    return;
  }
  if (message === 'collect') gc();
  process.send?.({ ...process.cpuUsage(), ...process.memoryUsage() });
});
