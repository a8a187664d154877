import { vi } from 'vitest';

/** Calls `look` in each frame from now on. @returns what it saw */
export function recordFrames<Seen>(look: () => Seen): Seen[] {
  const frames: Seen[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    // After what React has scheduled by then, also on a machine that stalls.
    setTimeout(() => {
      setImmediate(() => {
        frames.push(look());
        run(0);
      });
    });
  });
  return frames;
}
