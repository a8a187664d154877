import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Checkbox } from './Checkbox';
import { Switch } from './Switch';

afterEach(cleanup);

test('a checkbox is turned by its words and by the space bar', async () => {
  render(<Checkbox label="Public" hint="Anyone can find it" />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Public' });
  await userEvent.click(screen.getByText('Public'));
  expect(box.checked).toBe(true);
  await userEvent.keyboard(' ');
  expect(box.checked).toBe(false);
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('Anyone can find it');
});

test('a checkbox can stand for some of many', () => {
  const { rerender } = render(<Checkbox label="All" indeterminate />);
  expect(screen.getByRole<HTMLInputElement>('checkbox').indeterminate).toBe(true);
  rerender(<Checkbox label="All" />);
  expect(screen.getByRole<HTMLInputElement>('checkbox').indeterminate).toBe(false);
});

test('a switch is a switch, and says what is wrong', async () => {
  render(<Switch label="Auto scaling" error="Not in this plan" />);
  const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Auto scaling' });
  await userEvent.click(control);
  expect(control.checked).toBe(true);
  expect(control.getAttribute('aria-invalid')).toBe('true');
});

test('a disabled one does not turn', async () => {
  render(<Switch label="Auto scaling" disabled />);
  await userEvent.click(screen.getByText('Auto scaling'));
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
});
