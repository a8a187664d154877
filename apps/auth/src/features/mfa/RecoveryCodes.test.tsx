import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RecoveryCodes } from './RecoveryCodes';

afterEach(cleanup);

test('Escape does not close codes that are shown once; the button does', async () => {
  const onClose = vi.fn();
  render(<RecoveryCodes codes={['aaaaa-11111']} text="Each works once." onClose={onClose} />);
  // jsdom's Escape closes no dialog.
  fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
});
