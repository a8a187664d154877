import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFormFocus } from './useFormFocus';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const closed = { isReading: false, isAdding: false, isCreating: false, isAway: false };

function Studio({ opened, hasCard = true }: { opened?: number; hasCard?: boolean }) {
  const { opener, formPlace, handleOpen } = useFormFocus({ ...closed, opened });
  return (
    <main tabIndex={-1}>
      {opened === undefined && (
        <button type="button" ref={opener} onClick={handleOpen}>
          Create
        </button>
      )}
      <div ref={formPlace}>{opened !== undefined && <input aria-label="Name" />}</div>
      {hasCard && (
        <button type="button" onClick={handleOpen}>
          Configure
        </button>
      )}
    </main>
  );
}

/** As a keyboard does. */
const press = (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

test('until the form has its first field, the page has the focus of the removed button', () => {
  vi.stubGlobal('scrollTo', () => undefined);
  const { rerender } = render(<Studio />);
  press('Create');
  rerender(<Studio opened={1} />);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  rerender(<Studio />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create' }));
});

test.each([
  ['the card that opened it', true, 'Configure'],
  ['the button of a new agent, if the card is removed', false, 'Create'],
])('after the form, the focus is on %s', (_what, hasCard, name) => {
  vi.stubGlobal('scrollTo', () => undefined);
  const { rerender } = render(<Studio />);
  press('Create');
  rerender(<Studio opened={1} />);
  rerender(<Studio />);
  press('Configure');
  rerender(<Studio opened={2} hasCard={hasCard} />);
  screen.getByLabelText('Name').focus();
  rerender(<Studio hasCard={hasCard} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name }));
});
