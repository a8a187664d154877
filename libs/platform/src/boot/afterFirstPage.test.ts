/** Work that the first page does not need runs after it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstPage } from './afterFirstPage';

let idle: (() => void)[];
const isIdle = () => {
  for (const run of idle.splice(0)) run();
};

beforeEach(() => {
  idle = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('waits for the first page, and then for an idle browser', () => {
  const work = vi.fn();
  const onFirstPage = afterFirstPage(work);
  isIdle();
  vi.advanceTimersByTime(9_000);
  isIdle();
  expect(work).not.toHaveBeenCalled();
  onFirstPage();
  expect(work).not.toHaveBeenCalled();
  isIdle();
  onFirstPage();
  vi.advanceTimersByTime(60_000);
  isIdle();
  expect(work).toHaveBeenCalledOnce();
});

it('waits for the rest of the document', () => {
  const work = vi.fn();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  afterFirstPage(work)();
  isIdle();
  expect(work).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  isIdle();
  expect(work).toHaveBeenCalledOnce();
});

it('begins without a first page, because the worker may be why there is none', () => {
  const work = vi.fn();
  afterFirstPage(work);
  vi.advanceTimersByTime(10_000);
  isIdle();
  expect(work).toHaveBeenCalledOnce();
});

it('waits a second where the browser does not say when it is idle', () => {
  vi.unstubAllGlobals();
  const work = vi.fn();
  afterFirstPage(work)();
  vi.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
});
