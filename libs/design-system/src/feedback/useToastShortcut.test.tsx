import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast as hotToast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from './toast';
import { Toasts } from './Toasts';

afterEach(() => {
  cleanup();
  act(() => {
    hotToast.removeAll();
  });
});

const focus = (element: HTMLElement) => {
  act(() => {
    element.focus();
  });
};

test.each([
  ['Undo', 'a key', 0],
  ['Dismiss', 'a key', 0],
  ['Undo', 'the pointer', 1],
  ['Dismiss', 'the pointer', 1],
])('%s, pressed with %s, gives the focus back to where it was before the toast', (name, _, detail) => {
  const onPress = vi.fn();
  render(
    <>
      <button type="button">Delete</button>
      <Toasts />
    </>,
  );
  act(() => {
    toast.success('Deleted', { action: { label: 'Undo', onPress } });
  });
  const before = screen.getByRole('button', { name: 'Delete' });
  focus(before);
  // As with Tab, through the other button of the toast.
  focus(screen.getByRole('button', { name: 'Undo' }));
  focus(screen.getByRole('button', { name }));
  fireEvent.click(screen.getByRole('button', { name }), { detail });
  expect(document.activeElement).toBe(before);
  expect(onPress).toHaveBeenCalledTimes(name === 'Undo' ? 1 : 0);
});

test('gives it to the content of the page when what had it is gone', () => {
  const page = (isShown: boolean) => (
    <>
      <main tabIndex={-1}>{isShown && <button type="button">Delete</button>}</main>
      <Toasts />
    </>
  );
  const { rerender } = render(page(true));
  act(() => {
    toast.success('Deleted');
  });
  focus(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.keyDown(document, { key: 'F8' });
  rerender(page(false));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('while the pointer is over the toasts, a press that gives the focus back keeps the others', () => {
  vi.useFakeTimers();
  render(
    <>
      <button type="button">Delete</button>
      <Toasts />
    </>,
  );
  act(() => {
    toast.info('First');
    toast.info('Second');
  });
  const before = screen.getByRole('button', { name: 'Delete' });
  focus(before);
  const region = screen.getByRole('region');
  vi.spyOn(region, 'matches').mockImplementation((selector) => selector === ':hover');
  fireEvent.mouseEnter(region);
  const [newest] = screen.getAllByRole('button', { name: 'Dismiss' }) as [HTMLElement];
  focus(newest);
  fireEvent.click(newest, { detail: 1 });
  expect(document.activeElement).toBe(before);
  for (const ms of [60_000, 250]) act(() => vi.advanceTimersByTime(ms));
  expect(screen.queryByText('Second')).toBeNull();
  expect(screen.getByText('First')).toBeTruthy();
  vi.useRealTimers();
});
