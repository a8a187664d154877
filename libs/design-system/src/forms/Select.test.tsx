import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Select } from './Select';

afterEach(cleanup);

const options = [
  { value: 'a', label: 'Agent A' },
  { value: 'b', label: 'Agent B' },
  { value: 'c', label: 'Agent C', disabled: true },
];

test('selects an option by its label', async () => {
  const handleChange = vi.fn();
  render(<Select label="Agent" options={options} onChange={handleChange} />);
  const control = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Agent' });
  await userEvent.selectOptions(control, 'Agent B');
  expect(control.value).toBe('b');
  expect(handleChange).toHaveBeenCalledOnce();
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Agent C' }).disabled).toBe(true);
});

test('shows the placeholder until an option is selected', () => {
  render(<Select label="Agent" options={options} placeholder="Choose an agent" error="Choose one" />);
  const control = screen.getByLabelText<HTMLSelectElement>('Agent');
  expect(control.value).toBe('');
  expect(control.selectedOptions[0]?.textContent).toBe('Choose an agent');
  expect(control.getAttribute('aria-invalid')).toBe('true');
});
