import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passTime } from '../testing/passTime';
import { Drawer } from './Drawer';
import { drawerTiming } from './drawerTiming';
import type { DrawerSide } from './useDrag';

let isCalm = false;

// jsdom has no layout, modal dialogs, pointer capture or media queries.
beforeEach(() => {
  vi.useFakeTimers();
  isCalm = false;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  HTMLElement.prototype.setPointerCapture = () => undefined;
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  vi.stubGlobal('matchMedia', () => ({ matches: isCalm }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(side: DrawerSide = 'right') {
  const handleClose = vi.fn();
  const drawer = (open: boolean) => (
    <Drawer open={open} onClose={handleClose} title="Navigation" side={side}>
      <p>Places</p>
      <button type="button">Dashboard</button>
    </Drawer>
  );
  const { rerender } = render(drawer(true));
  return {
    handleClose,
    leave: () => {
      rerender(drawer(false));
    },
  };
}

const drag = (target: Element, from: [number, number], to: [number, number]) => {
  const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, button: 0, isPrimary: true });
  fireEvent.pointerDown(target, at(from));
  fireEvent.pointerMove(target, at(to));
  const way = target.closest<HTMLElement>('[data-dragging]')?.style.getPropertyValue('--drag');
  fireEvent.pointerUp(target, at(to));
  return way;
};

test.each([
  ['right', [100, 0], '100px', 1],
  ['right', [99, 0], '99px', 0],
  ['right', [-300, 0], undefined, 0],

  ['bottom', [0, 100], '100px', 1],
  ['bottom', [0, 99], '99px', 0],
] as const)(
  '%s: dragged by %o of 400 px, moves by %s and calls onClose %d times',
  { tags: ['DS-06'] },
  (side, by, way, times) => {
    const { handleClose } = show(side);
    expect(drag(screen.getByText('Places'), [500, 500], [500 + by[0], 500 + by[1]])).toBe(way);
    expect(handleClose).toHaveBeenCalledTimes(times);
    expect(document.querySelector('[data-dragging]')).toBeNull();
    // One that leaves does so from where it is: it would jump back until it is rendered again (23).
    const panel = screen.getByText('Places').closest<HTMLElement>('dialog > div');
    expect(panel?.style.getPropertyValue('--drag')).toBe(times === 1 ? way : '');
  },
);

test('a press on a control starts no drag', () => {
  const { handleClose } = show();
  drag(screen.getByRole('button', { name: 'Dashboard' }), [0, 0], [300, 0]);
  expect(handleClose).not.toHaveBeenCalled();
});

test(
  'stays visible for 0.5 s after closing; with reduced motion it disappears at once',
  { tags: ['DS-07'] },
  () => {
    const { leave } = show();
    leave();
    const dialog = screen.getByText('Places').closest('dialog');
    expect(dialog?.open).toBe(false);
    expect(dialog?.hasAttribute('inert')).toBe(true);
    passTime(499);
    expect(screen.queryByText('Places')).not.toBeNull();
    passTime(1);
    expect(screen.queryByText('Places')).toBeNull();

    isCalm = true;
    show().leave();
    passTime(0);
    expect(screen.queryByText('Places')).toBeNull();
  },
);

test('has the specified timings', { tags: ['DS-08'] }, () => {
  expect(drawerTiming).toEqual({
    closeThreshold: 0.25,
    animation: 500,
    unmount: 500,
    longPress: 250,
    doubleTap: 120,
  });
});

test('a tap on the handle closes it; a double tap and a hold do not', { tags: ['DS-08'] }, () => {
  const { handleClose } = show('bottom');
  const handle = document.querySelector('[data-handle]') as HTMLElement;
  fireEvent.pointerDown(handle);
  fireEvent.click(handle, { detail: 1 });
  fireEvent.pointerDown(handle);
  fireEvent.click(handle, { detail: 2 });
  passTime(120);
  expect(handleClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(handle);
  passTime(251);
  fireEvent.click(handle, { detail: 1 });
  passTime(120);
  expect(handleClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(handle);
  fireEvent.click(handle, { detail: 1 });
  passTime(119);
  expect(handleClose).not.toHaveBeenCalled();
  passTime(1);
  expect(handleClose).toHaveBeenCalledOnce();
});
