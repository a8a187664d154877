import { vi } from 'vitest';

/** Calls `look` in each later frame. Returns the list of its results, which grows. */
export function recordFrames<Seen>(look: () => Seen): Seen[] {
  const frames: Seen[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    // Run after the work that React has scheduled, even on a slow machine.
    setTimeout(() => {
      setImmediate(() => {
        frames.push(look());
        run(0);
      });
    });
  });
  return frames;
}
