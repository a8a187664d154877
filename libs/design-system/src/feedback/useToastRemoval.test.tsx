import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeToastTimers } from '../testing/fakeToastTimers';
import { passTime } from '../testing/passTime';
import { toast } from './toast';
import { Toasts } from './Toasts';

fakeToastTimers();

test('a toast that is shown again while it leaves stays, also in the next region', () => {
  const show = () => {
    act(() => {
      toast.error('Offline', { id: 'offline' });
    });
  };
  const dismiss = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    passTime(150);
  };
  const { unmount } = render(<Toasts />);
  show();
  dismiss();
  show();
  passTime(1_000);
  expect(screen.getByText('Offline')).toBeTruthy();
  dismiss();
  unmount();
  render(<Toasts />);
  show();
  passTime(1_000);
  expect(screen.getByText('Offline')).toBeTruthy();
});
