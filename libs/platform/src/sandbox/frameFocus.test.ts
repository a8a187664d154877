/** The focus of a frame, which may arrive after the message of a press. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasFocusSoon } from './frameFocus';

let frame: HTMLIFrameElement;

beforeEach(() => {
  vi.useFakeTimers();
  frame = document.createElement('iframe');
  document.body.append(frame);
});
afterEach(() => {
  frame.remove();
  vi.useRealTimers();
});

const after = async (time: number, action: () => void) => {
  await vi.advanceTimersByTimeAsync(time);
  action();
  await vi.advanceTimersByTimeAsync(2_000);
};

it('a frame with the focus is used', async () => {
  frame.focus();
  expect(await hasFocusSoon(() => frame)).toBe(true);
});

it('so is one that gets the focus soon after its message', async () => {
  const isUsed = hasFocusSoon(() => frame);
  await after(500, () => {
    frame.focus();
  });
  expect(await isUsed).toBe(true);
});

it('a frame that gets the focus later, or never, is not', async () => {
  const isUsed = hasFocusSoon(() => frame);
  await after(1_200, () => {
    frame.focus();
  });
  expect(await isUsed).toBe(false);
});

it('nor is one whose page has gone, also when nothing else has the focus', async () => {
  const shown: { frame: HTMLIFrameElement | null } = { frame };
  const isUsed = hasFocusSoon(() => shown.frame);
  shown.frame = null;
  await after(500, () => {
    frame.focus();
  });
  expect(await isUsed).toBe(false);
});
