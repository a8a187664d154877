import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorState } from './ErrorState';

afterEach(cleanup);

test('shows and announces the failure, and offers a retry', async () => {
  const handleRetry = vi.fn();
  render(<ErrorState title="Couldn’t load the list" description="Check it." onRetry={handleRetry} />);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Couldn’t load the list');
  expect(alert.textContent).toContain('Check it.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(handleRetry).toHaveBeenCalledOnce();
});

test('has no button without onRetry', () => {
  render(<ErrorState title="Gone" />);
  expect(screen.queryByRole('button')).toBeNull();
});
