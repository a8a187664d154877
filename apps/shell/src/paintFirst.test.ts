import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paintFirst } from './paintFirst';

const { dataset } = document.documentElement;
const start = vi.fn();
let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  dataset.prerendered = 'shown';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  start.mockReset();
  delete dataset.prerendered;
  delete dataset.font;
});

it('starts the app after the first frame of a prerendered page, once', () => {
  paintFirst(start);
  expect(start).not.toHaveBeenCalled();
  for (const frame of frames) frame();
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(start).toHaveBeenCalledOnce();
  vi.runAllTimers();
  expect(start).toHaveBeenCalledOnce();
});

it('starts the app after the frame of a page that waits for its font', () => {
  dataset.font = 'loading';
  paintFirst(start);
  const [blank] = frames.splice(0);
  blank?.();
  vi.advanceTimersByTime(99);
  for (const frame of frames.splice(0)) frame();
  vi.advanceTimersByTime(99);
  expect(start, 'a font may take longer than a frame').not.toHaveBeenCalled();
  delete dataset.font;
  for (const frame of frames) frame();
  vi.advanceTimersByTime(0);
  expect(start).toHaveBeenCalledOnce();
});

it.each(['no', 'one'])('starts the app of a tab that draws %s frame', (drawn) => {
  dataset.font = 'loading';
  paintFirst(start);
  if (drawn === 'one') frames[0]?.();
  vi.runAllTimers();
  expect(start).toHaveBeenCalledOnce();
});

it('starts at once when the page is painted already', () => {
  vi.mocked(performance.getEntriesByType).mockReturnValue([{ name: 'first-paint' } as PerformanceEntry]);
  paintFirst(start);
  expect(start).toHaveBeenCalledOnce();
});

it.each(['/', undefined])('starts at once without a prerendered page (%s)', (page) => {
  if (page === undefined) delete dataset.prerendered;
  else dataset.prerendered = page;
  paintFirst(start);
  expect(start).toHaveBeenCalledOnce();
});
