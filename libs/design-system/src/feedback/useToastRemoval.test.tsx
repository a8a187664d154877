import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast as hotToast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from './toast';
import { Toasts } from './Toasts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  act(() => {
    hotToast.removeAll();
  });
  vi.useRealTimers();
});

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

test('a toast that is shown again while it leaves stays, also in the next region', () => {
  const show = () => {
    act(() => {
      toast.error('Offline', { id: 'offline' });
    });
  };
  const dismiss = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    pass(150);
  };
  const { unmount } = render(<Toasts />);
  show();
  dismiss();
  show();
  pass(1_000);
  expect(screen.getByText('Offline')).toBeTruthy();
  dismiss();
  unmount();
  render(<Toasts />);
  show();
  pass(1_000);
  expect(screen.getByText('Offline')).toBeTruthy();
});
