import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFormFocus } from './useFormFocus';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const closed = { isReading: false, isAdding: false, isCreating: false, isAway: false };

function Studio({ opened }: { opened?: number }) {
  const { opener, formPlace } = useFormFocus({ ...closed, opened });
  return (
    <main tabIndex={-1}>
      {opened === undefined && <button ref={opener}>Create</button>}
      <div ref={formPlace} />
    </main>
  );
}

test('until the form has its first field, the page has the focus of the button that is gone', () => {
  vi.stubGlobal('scrollTo', () => undefined);
  const { rerender } = render(<Studio />);
  screen.getByRole('button').focus();
  rerender(<Studio opened={1} />);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  rerender(<Studio />);
  expect(document.activeElement).toBe(screen.getByRole('button'));
});
