import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { afterFrame, nextFrame, useAfterFrame } from './afterFrame';

afterEach(() => {
  vi.useRealTimers();
});

test('acts after the next frame, not in it', () => {
  vi.useFakeTimers();
  const order: string[] = [];
  afterFrame(() => order.push('act'));
  requestAnimationFrame(() => order.push('frame'));
  expect(order).toEqual([]);
  vi.advanceTimersToNextFrame();
  expect(order).toEqual(['frame']);
  vi.advanceTimersByTime(1);
  expect(order).toEqual(['frame', 'act']);
});

test('acts at once in a tab that draws no frames', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const act = vi.fn();
  afterFrame(act);
  expect(act).toHaveBeenCalledOnce();
});

test('acts once, also where the tab is hidden before its frame', () => {
  vi.useFakeTimers();
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const act = vi.fn();
  afterFrame(act);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
  frames[0]?.();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('a second press before the frame does nothing, and one after it acts', async () => {
  const act = vi.fn<(value: number) => void>();
  function Example() {
    const press = useAfterFrame(act);
    return (
      <button
        type="button"
        onClick={() => {
          press(1);
          press(2);
        }}
      >
        Press
      </button>
    );
  }
  render(<Example />);
  await userEvent.click(screen.getByRole('button'));
  await nextFrame();
  expect(act.mock.calls).toEqual([[1]]);
  await userEvent.click(screen.getByRole('button'));
  await nextFrame();
  expect(act.mock.calls).toEqual([[1], [1]]);
});
