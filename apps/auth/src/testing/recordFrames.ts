import { vi } from 'vitest';

/** Calls `look` in each frame from now on. @returns what it saw */
export function recordFrames<Seen>(look: () => Seen): Seen[] {
  const frames: Seen[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    setTimeout(() => {
      frames.push(look());
      run(0);
    });
  });
  return frames;
}
