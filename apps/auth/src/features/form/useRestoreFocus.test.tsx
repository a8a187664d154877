import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useRestoreFocus } from './useRestoreFocus';

afterEach(cleanup);

function Form({ isBusy, isDisabled = isBusy }: { isBusy: boolean; isDisabled?: boolean }) {
  const keepFocus = useRestoreFocus(isBusy);
  return (
    <form>
      <fieldset disabled={isDisabled}>
        <input
          onKeyDown={() => {
            keepFocus();
          }}
        />
      </fieldset>
    </form>
  );
}

const input = () => screen.getByRole('textbox', { hidden: true });

test('while all controls are disabled, the form has the focus, and then the control again', () => {
  const { rerender, container } = render(<Form isBusy={false} />);
  input().focus();
  fireEvent.keyDown(input());
  rerender(<Form isBusy />);
  expect(document.activeElement).toBe(container.querySelector('form'));
  rerender(<Form isBusy={false} />);
  expect(document.activeElement).toBe(input());
});

test('a control that is not disabled keeps the focus', () => {
  const { rerender } = render(<Form isBusy={false} />);
  input().focus();
  fireEvent.keyDown(input());
  rerender(<Form isBusy isDisabled={false} />);
  expect(document.activeElement).toBe(input());
});
