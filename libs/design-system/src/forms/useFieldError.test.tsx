/** One visible text for an invalid field: first the toast, then the message beside the field. */
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeToastTimers } from '../testing/fakeToastTimers';
import { passTime } from '../testing/passTime';
import { Toasts } from '../feedback/Toasts';
import { TextInput } from './TextInput';
import { useFieldError } from './useFieldError';

const message = 'Agent name is required';

function Form() {
  const { markOf, show, clear } = useFieldError<'name'>();
  return (
    <>
      <TextInput label="Name" {...markOf('name')} onChange={clear} />
      <button
        type="button"
        onClick={() => {
          show('name', message);
        }}
      >
        Save
      </button>
      <Toasts />
    </>
  );
}

fakeToastTimers();

const save = () => {
  fireEvent.click(screen.getByText('Save'));
};
const field = () => screen.getByLabelText<HTMLInputElement>('Name');

test('the field keeps its message after the toast, one text at any time (B16)', { tags: ['T-13'] }, () => {
  render(<Form />);
  for (const attempt of [1, 2]) {
    save();
    // Through the end of the toast, its exit included.
    for (let elapsed = 0; elapsed < 6_000; elapsed += 50) {
      expect(screen.getAllByText(message), `attempt ${String(attempt)}, ${String(elapsed)} ms`).toHaveLength(
        1,
      );
      expect(field().getAttribute('aria-invalid')).toBe('true');
      passTime(50);
    }
    expect(document.querySelector('[data-toast]')).toBeNull();
    expect(field().getAttribute('aria-describedby')).toBe(screen.getByText(message).id);
  }
  fireEvent.change(field(), { target: { value: 'x' } });
  expect(screen.queryByText(message)).toBeNull();
  expect(field().hasAttribute('aria-invalid')).toBe(false);
});

test('the toast of a corrected field goes, and the next error is shown at once', () => {
  render(<Form />);
  save();
  fireEvent.change(field(), { target: { value: 'x' } });
  expect(document.querySelector('[data-toast]')?.hasAttribute('data-leaving')).toBe(true);
  // While the toast is still leaving.
  save();
  passTime(1_000);
  expect(document.querySelector('[data-toast]')?.hasAttribute('data-leaving')).toBe(false);
  fireEvent.change(field(), { target: { value: 'xy' } });
  passTime(1_000);
  expect(screen.queryByText(message)).toBeNull();
});
