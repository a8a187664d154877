import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast as hotToast } from 'react-hot-toast/headless';
import { expect, test, vi } from 'vitest';
import { fakeToastTimers } from '../testing/fakeToastTimers';
import { passTime } from '../testing/passTime';
import { toast, type ToastKind } from './toast';
import { Toasts } from './Toasts';
import { useToastMessage } from './useToastMessage';

fakeToastTimers();

const fire = (kind: ToastKind, message: string) => {
  act(() => {
    toast[kind](message);
  });
};

test.each(['success', 'error', 'info', 'warning'] as const)(
  'a %s toast disappears after 4 s',
  { tags: ['DS-03'] },
  (kind) => {
    render(<Toasts />);
    fire(kind, 'Said in passing');
    passTime(3_900);
    expect(screen.getByText('Said in passing')).toBeTruthy();
    passTime(100);
    passTime(250);
    expect(screen.queryByText('Said in passing')).toBeNull();
  },
);

test('a toast with an action stays for 10 s, so that it can be reached with the keyboard', () => {
  render(<Toasts />);
  act(() => {
    toast.success('Deleted', { action: { label: 'Undo', onPress: vi.fn() } });
  });
  passTime(9_900);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  passTime(100);
  passTime(250);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('shows the newest three of five toasts, and never the other two', { tags: ['DS-04'] }, () => {
  const { container } = render(<Toasts />);
  for (const message of ['1', '2', '3', '4', '5']) fire('info', message);
  expect([...container.querySelectorAll('[data-toast]')].map((toast) => toast.textContent)).toEqual([
    '5',
    '4',
    '3',
  ]);
  passTime(4_000);
  passTime(250);
  expect(container.querySelectorAll('[data-toast]')).toHaveLength(0);
});

test('hover pauses the timer of a toast', () => {
  render(<Toasts />);
  fire('info', 'Read me');
  passTime(3_000);
  const region = screen.getByRole('region', { name: 'Notifications' });
  fireEvent.mouseEnter(region);
  passTime(60_000);
  expect(screen.getByText('Read me')).toBeTruthy();
  fireEvent.mouseLeave(region);
  passTime(900);
  expect(screen.getByText('Read me')).toBeTruthy();
  passTime(150);
  passTime(250);
  expect(screen.queryByText('Read me')).toBeNull();
});

test('focus pauses the timer of a toast', () => {
  render(<Toasts />);
  fire('info', 'Read me');
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
  passTime(60_000);
  expect(screen.getByText('Read me')).toBeTruthy();
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }));
  passTime(4_100);
  passTime(250);
  expect(screen.queryByText('Read me')).toBeNull();
});

test('F8 moves the focus to the newest toast, whose timer pauses, and Escape moves it back', () => {
  const onPress = vi.fn();
  render(
    <>
      <button type="button">Delete</button>
      <Toasts />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Delete' });
  button.focus();
  fireEvent.keyDown(button, { key: 'F8' });
  expect(document.activeElement).toBe(button);
  fire('info', 'An older one');
  act(() => {
    toast.success('Deleted', { action: { label: 'Undo', onPress } });
  });
  fireEvent.keyDown(button, { key: 'F8' });
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(undo);
  passTime(60_000);
  fireEvent.keyDown(undo, { key: 'Escape' });
  expect(document.activeElement).toBe(button);
  passTime(10_100);
  passTime(250);
  expect(screen.queryByText('Deleted')).toBeNull();
});

test('timers continue after a toast is dismissed under the pointer', () => {
  render(<Toasts />);
  fire('info', 'First');
  fireEvent.mouseEnter(screen.getByRole('region'));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  passTime(250);
  expect(screen.queryByText('First')).toBeNull();
  fire('info', 'Second');
  passTime(4_100);
  passTime(250);
  expect(screen.queryByText('Second')).toBeNull();
});

test(
  'kinds differ by icon and label; errors are assertive, the other kinds polite',
  { tags: ['DS-10'] },
  () => {
    render(<Toasts />);
    const drawings = new Set<string>();
    for (const [kind, label, role] of [
      ['success', 'Success', 'status'],
      ['info', 'Information', 'status'],
      ['warning', 'Warning', 'status'],
      ['error', 'Error', 'alert'],
    ] as const) {
      fire(kind, `A ${kind}`);
      const icon = screen.getByRole('img', { name: label });
      drawings.add(icon.innerHTML);
      expect(screen.getByText(`A ${kind}`).closest('[aria-live]')?.getAttribute('role')).toBe(role);
      act(() => {
        hotToast.removeAll();
      });
    }
    expect(drawings.size).toBe(4);
  },
);

test('shows one toast per id', () => {
  render(<Toasts />);
  act(() => {
    toast.error('Offline', { id: 'offline' });
    toast.error('Offline', { id: 'offline' });
  });
  expect(screen.getAllByText('Offline')).toHaveLength(1);
});

test('a field can refer to the message of a toast while it is visible', { tags: ['T-13'] }, () => {
  function About({ id }: { id: string | undefined }) {
    return <input aria-label="Email" aria-errormessage={useToastMessage(id)} />;
  }
  const tree = (id?: string) => (
    <>
      <Toasts />
      <About id={id} />
    </>
  );
  const { rerender } = render(tree());
  const named = () => screen.getByLabelText('Email').getAttribute('aria-errormessage');
  expect(named()).toBeNull();
  let id: string | undefined;
  act(() => {
    id = toast.error('Not an address');
  });
  rerender(tree(id));
  expect(document.getElementById(named() ?? '')?.textContent).toBe('Not an address');
  passTime(4_100);
  passTime(250);
  expect(named()).toBeNull();
  // Unmounting the form leaves the toast visible.
  rerender(<Toasts />);
  fire('info', 'Another');
  expect(screen.getByText('Another')).toBeTruthy();
});
